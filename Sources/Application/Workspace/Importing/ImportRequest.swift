public import Interchange
public import Texts
public import Translation

/// The files to import, with the options of the import.
public struct ImportRequest: Sendable {
    /// The names of the files as the user typed them, with functions that read the files.
    ///
    /// The name `-` is standard input. Each function may be called more than once.
    public var files: [(name: String, bytes: @Sendable () throws -> [UInt8])]
    /// The paths of files within the app, by their names in ``files``.
    ///
    /// Files outside the app have no entry.
    public var paths: [String: String] = [:]
    /// The absolute paths of directories that contain files.
    ///
    /// Their names and those of their parents are not used to detect the language and section of
    /// files.
    public var directories: [String]
    /// The format, or `nil` to detect it.
    public var format: String?
    /// The language, or `nil` to read it from the files.
    public var locale: LanguageTag?
    /// The section, or `nil` to read it from the files.
    public var section: String?
    /// The meanings of language names in files.
    public var localeMap: LocaleMap
    /// Whether texts become proposals.
    public var asProposals: Bool
    /// The origin of the texts, if they become proposals.
    public var origin: Origin
    /// Whether strings and texts missing from the files are removed.
    public var prunes: Bool
    /// Whether empty texts are imported as deliberate translations.
    public var keepsEmpty: Bool
    /// Whether a file with a key unknown to the source language is rejected.
    public var isStrict: Bool
    /// Whether all texts count as new, so that even older texts replace newer reviewed texts.
    public var isForced: Bool
    /// The policy for texts that are new in a file and have also changed in the project.
    public var conflicts: Conflicts
    /// Whether languages missing from the project are added.
    public var addsLocales: Bool
    /// Whether a new string replaces a string with the same text that has disappeared from the
    /// files.
    public var renames = false
    /// The names of files that were found in directories.
    ///
    /// Files that are not localization files are skipped.
    public var found: Set<String>

    /// Creates a request; ``paths`` and ``renames`` can be set afterwards.
    public init(
        files: [(name: String, bytes: @Sendable () throws -> [UInt8])],
        directories: [String] = [], format: String? = nil, locale: LanguageTag? = nil,
        section: String? = nil, localeMap: LocaleMap = LocaleMap(), asProposals: Bool = false,
        prunes: Bool = false, keepsEmpty: Bool = false, isStrict: Bool = false,
        isForced: Bool = false, addsLocales: Bool = false, found: Set<String> = [],
        origin: Origin = .human, conflicts: Conflicts = .proposals
    ) {
        self.conflicts = conflicts
        self.origin = origin
        self.addsLocales = addsLocales
        self.found = found
        self.files = files
        self.directories = directories
        self.format = format
        self.locale = locale
        self.section = section
        self.localeMap = localeMap
        self.asProposals = asProposals
        self.prunes = prunes
        self.keepsEmpty = keepsEmpty
        self.isStrict = isStrict
        self.isForced = isForced
    }

    /// A policy for a text that is new in a file and has also changed in the project.
    public enum Conflicts: String, CaseIterable, Sendable {
        /// Keep the project's text and list the file's text.
        case ours
        /// Keep the project's text and propose the file's text.
        case proposals
        /// Replace the project's text with the file's text.
        case theirs
    }

    /// Returns the path of a file relative to the directory in ``directories`` that contains it, if
    /// any.
    func relative(_ name: String) -> String {
        let prefixes = directories.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
            .filter { name.utf8.starts(with: $0.utf8) }
        let longest = prefixes.map(\.utf8.count).max() ?? 0
        return String(decoding: name.utf8.dropFirst(longest), as: UTF8.self)
    }
}

/// The contents of the files in an import, before the decision.
public struct ReadImport: Sendable {
    /// The contents of each file.
    public let files: [FileImport]
    /// The readers' remarks on accepted and skipped content.
    public let notices: [ImportNotice]
    /// The resources that the files belong to, in the order of the files.
    public let resources: [ImportedResource]
    /// New strings with the text of a string that has disappeared from the files.
    public let renames: [ImportTally.Rename]
}

/// A reader's remark on accepted or skipped content, with its file, string and language.
public typealias ImportNotice = (file: String, notice: FileNotice, unit: UnitID?)
