extension TranslationSession {
    /// The responses to a batch, in the order in which they arrive.
    ///
    /// Each iteration over the sequence translates the whole batch.
    public struct BatchResponse: AsyncSequence, Sendable {
        /// Iterates over the responses.
        ///
        /// Releasing the iterator cancels the translation.
        public struct AsyncIterator: AsyncIteratorProtocol {
            var items: Indexed.AsyncIterator

            /// Returns the next response, or nil at the end.
            ///
            /// Throws the errors described in ``TranslationSession/translate(batch:)``.
            public mutating func next() async throws -> Response? {
                try await items.next()?.response
            }
        }

        let session: TranslationSession
        let requests: [Request]

        /// Starts an iteration.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(
                items: Indexed(session: session, requests: requests).makeAsyncIterator())
        }

        /// The responses with the indices of their requests.
        struct Indexed: AsyncSequence, Sendable {
            typealias Element = (index: Int, response: Response)

            struct AsyncIterator: AsyncIteratorProtocol {
                let session: TranslationSession
                var stream: AsyncThrowingStream<Element, any Error>.AsyncIterator

                mutating func next() async throws -> Element? {
                    if let item = try await stream.next() { return item }
                    // If the task is cancelled, a stream ends without an error.
                    guard Task.isCancelled else { return nil }
                    try session.checkValidity()
                    throw CancellationError()
                }
            }

            let session: TranslationSession
            let requests: [Request]

            func makeAsyncIterator() -> AsyncIterator {
                let (session, requests) = (session, requests)
                let (stream, continuation) = AsyncThrowingStream<Element, any Error>.makeStream()
                let cancel = session.start {
                    do {
                        try await session.run(requests) { continuation.yield($0) }
                        continuation.finish()
                    } catch {
                        let hasEnded = session.isInvalidated && error is CancellationError
                        continuation.finish(
                            throwing: hasEnded ? TranslationError.alreadyCancelled : error)
                    }
                }
                continuation.onTermination = { _ in cancel() }
                return AsyncIterator(session: session, stream: stream.makeAsyncIterator())
            }
        }
    }
}
