extension TranslationSession {
    /// The responses to a batch, as they come.
    ///
    /// Each iteration translates the batch.
    public struct BatchResponse: AsyncSequence, Sendable {
        /// Gives the responses.
        ///
        /// Releasing it ends the translation.
        public struct AsyncIterator: AsyncIteratorProtocol {
            var items: Indexed.AsyncIterator

            /// Returns the next response; nil at the end.
            ///
            /// Throws what ``TranslationSession/translate(batch:)`` says.
            public mutating func next() async throws -> Response? {
                try await items.next()?.response
            }
        }

        let session: TranslationSession
        let requests: [Request]

        /// Begins an iteration.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(
                items: Indexed(session: session, requests: requests).makeAsyncIterator())
        }

        /// The responses with the places of their requests.
        struct Indexed: AsyncSequence, Sendable {
            typealias Element = (index: Int, response: Response)

            struct AsyncIterator: AsyncIteratorProtocol {
                let session: TranslationSession
                var stream: AsyncThrowingStream<Element, any Error>.AsyncIterator

                mutating func next() async throws -> Element? {
                    if let item = try await stream.next() { return item }
                    // A stream ends without a word if the task is cancelled.
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
