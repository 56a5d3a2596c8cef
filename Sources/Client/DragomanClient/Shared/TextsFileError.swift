/// The reason that a file of texts cannot be used.
public enum TextsFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file cannot be read; with what the system says.
    case unreadable(String)
    /// The file is larger than the bytes allowed.
    case tooLarge(limit: Int)
    /// The file is not of its format.
    case malformed(line: Int?, String)
    /// The file is of a version that this library does not know.
    case unknownVersion(String)
    /// The bytes are not those that the manifest lists.
    case altered(String)

    /// One sentence.
    public var description: String {
        switch self {
        case .unreadable(let reason): "The file cannot be read: \(reason)"
        case .tooLarge(let limit): "The file has more than \(limit) bytes."
        case .malformed(nil, let reason): reason
        case .malformed(let line?, let reason): "Line \(line): \(reason)"
        case .unknownVersion(let version):
            "The file is of version \(version), which this library does not know."
        case .altered(let path): "\(path) is not the file that the manifest lists."
        }
    }
}
