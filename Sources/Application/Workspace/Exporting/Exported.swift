import Interchange
import Machine
public import Texts
public import Translation

/// The files of an export, and the strings that the files cannot represent.
public struct Exported: Sendable {
    /// The files, sorted by path.
    public internal(set) var files: [File] = []
    /// Files from earlier exports that apps would read instead of the new files.
    public internal(set) var obsolete: [File] = []
    /// The strings that were left out, in the order of profiles and languages.
    public internal(set) var unrepresentable: [LeftOut] = []
    /// The texts in the files, by language and origin.
    public internal(set) var shipped = ShippedTexts()
    /// Other notices about the files, in complete sentences.
    public internal(set) var notices: [String] = []
    /// Texts that were converted to the shape of the current source text, in formats that cannot
    /// mark them as needing work.
    public internal(set) var fitted: [UnitID] = []
    /// Texts in which a missing plural form, such as `many` in French, was filled in from `other`.
    public internal(set) var filled: [UnitID] = []

    /// A file of an export.
    public struct File: Sendable {
        /// The path relative to the export's directory, with `/` as the separator.
        public let path: String
        /// The content of the file.
        public let bytes: [UInt8]
        /// The name of the profile that the file was written for.
        public let profile: String
        /// The language, or `nil` for a file with several languages.
        public let locale: LanguageTag?
        /// The section of the file's strings, in formats with a separate file for each section.
        public let section: String?
        /// The name of the format.
        public let format: String
        /// The media type of the format, such as `application/json`.
        public let mediaType: String
        /// Whether the path is the known place of the file in the app.
        public let isPlaced: Bool

        /// The file's section and language, for messages.
        var contents: String {
            let language = locale?.rawValue ?? "all languages"
            return section.map { "the section “\($0)” in \(language)" } ?? language
        }
    }

    /// A string that a format cannot represent.
    public struct LeftOut: Sendable, Equatable {
        /// The name of the export profile.
        public let profile: String
        /// The language of the text that was left out.
        public let locale: LanguageTag
        /// The string that was left out.
        public let string: StringID
        /// The reason, in one sentence.
        public let reason: String
        /// Whether the setting “accepted-losses” includes the string.
        public let isAccepted: Bool

        package init(
            profile: String, locale: LanguageTag, string: StringID, reason: String, isAccepted: Bool
        ) {
            self.profile = profile
            self.locale = locale
            self.string = string
            self.reason = reason
            self.isAccepted = isAccepted
        }
    }
}

extension Exported {
    /// Writes the files below a directory, and replaces only existing files with the same paths.
    ///
    /// All files are on disk before the first one is moved into place. Each file is replaced
    /// atomically. Throws if a path leads through a symbolic link.
    public func write(to directory: String) throws {
        try FileTree.write(files.map { ($0.path, $0.bytes) }, below: directory)
    }
}
