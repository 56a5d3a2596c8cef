public import Interchange
public import Texts
public import Translation

/// Files that are to be taken over, and how.
public struct ImportRequest: Sendable {
    /// The files, as the user names them (`-` is standard input), and how to read them, which is done more than once.
    public var files: [(name: String, bytes: @Sendable () throws -> [UInt8])]
    /// The paths of files within the app, by the names in ``files``; of those that lie elsewhere, none.
    public var paths: [String: String] = [:]
    /// Absolute paths of directories whose names, and those above, say nothing of the files in them.
    public var directories: [String]
    /// The format, where it is not to be found out.
    public var format: String?
    /// The language, where the files do not say it.
    public var locale: LanguageTag?
    /// The section, where the files do not say it.
    public var section: String?
    /// What names of languages in files mean.
    public var localeMap: LocaleMap
    /// Whether texts become proposals.
    public var asProposals: Bool
    /// Where the texts come from, if they become proposals.
    public var origin: Origin
    /// Whether what the files lack is taken out.
    public var prunes: Bool
    /// Whether empty texts are deliberate.
    public var keepsEmpty: Bool
    /// Whether a file with a key that the source lacks is refused.
    public var isStrict: Bool
    /// Whether all texts count as new ones, and earlier ones replace newer ones that are reviewed.
    public var isForced: Bool
    /// What becomes of texts that are new in a file and have changed here too.
    public var conflicts: Conflicts
    /// Whether languages that the project lacks are added.
    public var addsLocales: Bool
    /// Whether new strings with the text of one that is gone from the files take its place.
    public var renames = false
    /// The names of the files that were found in directories: of these, what is no localization file is left out.
    public var found: Set<String>

    /// States a wish.
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

    /// What becomes of a text that is new in a file and has changed here too.
    public enum Conflicts: String, CaseIterable, Sendable {
        /// The text here stays, and the file's is listed.
        case ours
        /// The text here stays, and the file's is proposed.
        case proposals
        /// The file's text takes its place.
        case theirs
    }

    /// The path of a file without the one of ``directories`` that it is in, if any.
    func relative(_ name: String) -> String {
        let prefixes = directories.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
            .filter { name.utf8.starts(with: $0.utf8) }
        let longest = prefixes.map(\.utf8.count).max() ?? 0
        return String(decoding: name.utf8.dropFirst(longest), as: UTF8.self)
    }
}

/// Files that were read, ready to be decided on.
public struct ReadImport: Sendable {
    /// What the files say.
    public let files: [FileImport]
    /// What readers let through or left out: the file, what it is, and the string that it is about.
    public let notices: [ImportNotice]
    /// The resources whose files these are, in the order of the files.
    public let resources: [ImportedResource]
    /// New strings that have the text of one that the files have no more.
    public let renames: [ImportTally.Rename]
}

/// What a reader let through or left out: the file, what it is, and the string and language that it is about.
public typealias ImportNotice = (file: String, notice: FileNotice, unit: UnitID?)
