/// An archive that cannot be written or read.
public struct ArchiveError: Error, Sendable, Equatable {
    /// The kind of failure.
    public let code: Code
    /// The cause in a few words without a full stop; libarchive's own message if it has one.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The kinds of trouble.
    public enum Code: Sendable {
        /// The bytes are no archive of that form, or are damaged.
        case damaged
        /// It holds what no bundle of files holds: a link, a device.
        case foreign
        /// It is larger than is allowed.
        case tooLarge
        /// The system does not let it be read or written.
        case system
    }
}
