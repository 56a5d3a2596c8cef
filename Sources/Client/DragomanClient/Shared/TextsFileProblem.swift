public import Foundation

/// A file of texts that could not be used, so that a fallback is used instead.
public struct TextsFileProblem: Sendable, Hashable, CustomStringConvertible {
    /// The file or directory.
    public let url: URL
    /// The reason.
    public let error: TextsFileError

    /// The name of the file and the reason.
    public var description: String { "\(url.lastPathComponent): \(error)" }
}
