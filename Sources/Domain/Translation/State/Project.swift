public import Texts

/// The content of `dragoman.json`: the facts of a project that never change.
public struct Project: Sendable {
    /// The project's identity, a ULID; salts the hashes of guids.
    public let id: String
    /// The language that the app is written in.
    public let source: LanguageTag
    /// The section of strings that name none.
    public let defaultSection: String

    /// Creates the facts of a project.
    public init(id: String, source: LanguageTag, defaultSection: String = "default") {
        self.id = id
        self.source = source
        self.defaultSection = defaultSection
    }
}
