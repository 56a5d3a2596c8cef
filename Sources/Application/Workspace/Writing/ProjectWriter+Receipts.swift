public import EventStore
public import Translation

extension ProjectWriter {
    /// The response to a successful request.
    public struct Receipt: Sendable {
        /// The result of the request.
        public let outcome: Outcome
        /// The position of the log that includes the request and everything that it was decided on.
        public let position: Position
    }

    /// The response to requests that were submitted together.
    public struct JointReceipt: Sendable {
        /// The results of the requests, in order.
        public internal(set) var results: [Result<Outcome, Refusal>]
        /// The position of the log that includes the requests.
        public internal(set) var position: Position
    }
}
