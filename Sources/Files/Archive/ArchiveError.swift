/// An error while writing or reading an archive.
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

    /// The kinds of failure.
    public enum Code: Sendable {
        /// The bytes are not an archive in that format, or are damaged.
        case damaged
        /// The archive contains something that a bundle of files must not, such as a link or a
        /// device.
        case foreign
        /// The archive is larger than allowed.
        case tooLarge
        /// The system prevents reading or writing the archive.
        case system
    }
}
