/// The reason that a file of texts cannot be used.
public enum TextsFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file cannot be read. Contains the system's message.
    case unreadable(String)
    /// The file exceeds the size limit, in bytes.
    case tooLarge(limit: Int)
    /// The file does not have the expected format.
    case malformed(line: Int?, String)
    /// The file has a version that this library does not support.
    case unknownVersion(String)
    /// The contents do not match the size and hash listed in the manifest.
    case altered(String)

    /// A one-sentence description.
    public var description: String {
        switch self {
        case .unreadable(let reason): "The file cannot be read: \(reason)"
        case .tooLarge(let limit): "The file is larger than \(limit) bytes."
        case .malformed(nil, let reason): reason
        case .malformed(let line?, let reason): "Line \(line): \(reason)"
        case .unknownVersion(let version):
            "The file has version \(version), which this library does not support."
        case .altered(let path): "\(path) differs from the file that the manifest lists."
        }
    }
}
