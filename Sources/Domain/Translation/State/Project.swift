public import Texts

/// The content of `dragoman.json`: facts about a project that never change.
public struct Project: Sendable {
    /// The project's id, a ULID.
    ///
    /// It salts the hashes of guids.
    public let id: String
    /// The language that the app is written in.
    public let source: LanguageTag
    /// The section of strings for which no section is given.
    public let defaultSection: String

    /// Creates the facts of a project, by default with the section `default`.
    public init(id: String, source: LanguageTag, defaultSection: String = "default") {
        self.id = id
        self.source = source
        self.defaultSection = defaultSection
    }
}
