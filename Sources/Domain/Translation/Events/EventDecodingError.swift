/// The reason that a line of an event file is not a valid event.
public struct EventDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, as one sentence.
    public let message: String

    init(_ message: String) { self.message = message }

    /// The message.
    public var description: String { message }
}
