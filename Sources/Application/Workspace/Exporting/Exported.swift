import Interchange
import Machine
public import Texts
public import Translation

/// The files of an export, and the texts that they could not represent.
public struct Exported: Sendable {
    /// The files, by path.
    public internal(set) var files: [File] = []
    /// Files of earlier exports that readers would use instead of the new ones.
    public internal(set) var obsolete: [File] = []
    /// The strings that were left out, in the order of profiles and languages.
    public internal(set) var unrepresentable: [LeftOut] = []
    /// Other remarks on the files, in whole sentences.
    public internal(set) var notices: [String] = []
    /// Texts that were converted to the shape of the current source text, in formats that cannot
    /// mark them as needing work.
    public internal(set) var fitted: [UnitID] = []
    /// Texts that lacked a plural form, such as French's `many`, which was filled in from `other`.
    public internal(set) var filled: [UnitID] = []

    /// A file of an export.
    public struct File: Sendable {
        /// The path relative to the directory of the export, with `/` between its parts.
        public let path: String
        /// The bytes.
        public let bytes: [UInt8]
        /// The name of the profile that requested it.
        public let profile: String
        /// The language, or `nil` for a file with several.
        public let locale: LanguageTag?
        /// The section of its strings, in formats with a file for each section.
        public let section: String?
        /// The name of the format.
        public let format: String
        /// The media type.
        public let mediaType: String
        /// Whether the path is that of the app's own file.
        public let isPlaced: Bool

        /// A description of the file's contents for messages.
        ///
        /// A profile has at most one file for each.
        var contents: String {
            let language = locale?.rawValue ?? "all languages"
            return section.map { "the section “\($0)” in \(language)" } ?? language
        }
    }

    /// A string that a format cannot carry.
    public struct LeftOut: Sendable, Equatable {
        /// The name of the profile that requested it.
        public let profile: String
        /// The language.
        public let locale: LanguageTag
        /// The string.
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
    /// Writes the files below a directory and replaces only files with the same paths.
    ///
    /// All files are on disk before the first one is moved into place, and each is replaced as a
    /// whole. Throws for a path that leads through a symbolic link.
    public func write(to directory: String) throws {
        try FileTree.write(files.map { ($0.path, $0.bytes) }, below: directory)
    }
}
