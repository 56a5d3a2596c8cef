import Interchange
import Machine
public import Texts
public import Translation

/// The files of an export, and what they cannot say.
public struct Exported: Sendable {
    /// The files, by path.
    public internal(set) var files: [File] = []
    /// Files of earlier exports that readers would prefer to the new ones.
    public internal(set) var obsolete: [File] = []
    /// What was left out, in the order of profiles and languages.
    public internal(set) var unrepresentable: [LeftOut] = []
    /// What else people should know of the files, in whole sentences.
    public internal(set) var notices: [String] = []
    /// The texts that were made for a source text of another shape and were brought into that of the present one, in formats that
    /// cannot mark them as needing work.
    public internal(set) var fitted: [UnitID] = []
    /// The texts that were written with a plural form that they lack, such as French's `many`, from `other`.
    public internal(set) var filled: [UnitID] = []

    /// A file, and what it is for.
    public struct File: Sendable {
        /// The path below the directory that is exported to, `/` between its parts.
        public let path: String
        /// The bytes.
        public let bytes: [UInt8]
        /// The profile that asked for it.
        public let profile: String
        /// The language; `nil` for a file that holds several.
        public let locale: LanguageTag?
        /// The one section that it holds, in formats with a file for each.
        public let section: String?
        /// The name of the format.
        public let format: String
        /// The media type.
        public let mediaType: String
        /// Whether the path is that of the project's own file.
        public let isPlaced: Bool

        /// What a profile has one file for, as people are told.
        var contents: String {
            let language = locale?.rawValue ?? "all languages"
            return section.map { "the section “\($0)” in \(language)" } ?? language
        }
    }

    /// A string that a format cannot carry.
    public struct LeftOut: Sendable, Equatable {
        /// The profile that asked for it.
        public let profile: String
        /// The language.
        public let locale: LanguageTag
        /// The string.
        public let string: StringID
        /// Why not, in one sentence.
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
    /// Writes the files below a directory, each whole or not at all; only files of the same names are replaced.
    ///
    /// Nothing is replaced before all are on the disk beside their places. Throws for a path that leads
    /// through a symbolic link.
    public func write(to directory: String) throws {
        try FileTree.write(files.map { ($0.path, $0.bytes) }, below: directory)
    }
}
