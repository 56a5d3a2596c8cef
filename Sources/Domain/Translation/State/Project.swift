public import Texts

/// The content of `dragoman.json`: facts about a project that never change, except when its log
/// begins anew.
public struct Project: Sendable {
    /// The project's id, a ULID.
    ///
    /// It salts the hashes of guids.
    public let id: String
    /// The language that the app is written in.
    public let source: LanguageTag
    /// The section of strings for which no section is given.
    public let defaultSection: String
    /// The id of the log's newest new beginning, a ULID; nil if the log has its whole history.
    ///
    /// Logs of the same project with different beginnings must not be merged.
    public let beginning: String?

    /// Creates the facts of a project, by default with the section `default`.
    public init(
        id: String, source: LanguageTag, defaultSection: String = "default",
        beginning: String? = nil
    ) {
        self.id = id
        self.source = source
        self.defaultSection = defaultSection
        self.beginning = beginning
    }
}
