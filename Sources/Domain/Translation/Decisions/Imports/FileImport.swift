public import Texts

/// The treatment of a text that changed differently in a file and in the project.
public enum ImportConflicts: Sendable, Equatable {
    /// The text here stays.
    case ours
    /// The text here stays, and the file's is proposed under a guid.
    case proposals(HashedGuid)
    /// The file's text takes its place.
    case theirs
}

/// The content of a file to import.
public struct FileImport: Sendable {
    /// The language of the file; the source language defines strings.
    public var locale: LanguageTag
    /// The strings in file order.
    public var entries: [FileEntry]
    /// Whether texts become proposals.
    public var asProposals: Bool
    /// The origin of the texts, if they become proposals.
    public var origin: Origin
    /// Whether what the file's sections lack is taken out.
    public var prunes: Bool
    /// Whether an empty text of another language than the source is deliberate.
    public var keepsEmpty: Bool
    /// Whether the order of the file is the order of the strings.
    public var definesOrder: Bool
    /// Strings of the source language that are no more, and are taken out.
    public var gone: [StringID]
    /// The name under which events keep what only the file's format knows.
    public var metaName: String
    /// Whether the file has no texts, but says something of strings of the source language that there are.
    public var describesOnly: Bool
    /// Whether all that the file says counts as new, and an earlier text replaces a newer one that is reviewed.
    public var isForced: Bool
    /// Whether the texts are those of strings that were gone: each is set if the string is back and never had a text.
    public var revives = false
    /// The name of the format under which is recorded what the file says; `nil` for what comes from no file of the app.
    public var recordedFormat: String?
    /// Whether exports fill plural forms that are seldom needed, so that such a form may be no statement.
    public var fillsSeldomForms = false
    /// The treatment of a text that changed both in the file and in the project.
    public var conflicts: ImportConflicts
    /// The files that the sections of the strings are, by section; only of the source language.
    public var resources: [Value.Text: FileResource]
    /// The content of the file besides its strings, if its format keeps that.
    public var skeleton: Skeleton?
    /// The attributes with which the file's language is added if the project lacks it; `nil`
    /// refuses such a file.
    public var addedLocale: LocaleAttributes?

    /// The content of a file besides its strings.
    public struct Skeleton: Sendable, Equatable {
        /// The section that the file is.
        public var section: Value.Text
        /// The name of the format.
        public var format: String
        /// The format's own spelling; empty where the file has nothing else.
        public var text: String
        /// Whether what is new in it, such as a date, is no reason for an event: it is kept if a string of the file changes.
        public var isIncidental: Bool
        /// The mark of the values in it that are no texts; see ``FileResource/kept``.
        public var kept: String?

        /// Creates the content of a file besides its strings.
        public init(
            section: Value.Text, format: String, text: String, isIncidental: Bool,
            kept: String? = nil
        ) {
            self.kept = kept
            self.section = section
            self.format = format
            self.text = text
            self.isIncidental = isIncidental
        }
    }

    /// Creates an import.
    public init(
        locale: LanguageTag, entries: [FileEntry], asProposals: Bool = false, prunes: Bool = false,
        keepsEmpty: Bool = false, definesOrder: Bool = false, metaName: String = "",
        gone: [StringID] = [], describesOnly: Bool = false, isForced: Bool = false,
        resources: [Value.Text: FileResource] = [:], skeleton: Skeleton? = nil,
        addedLocale: LocaleAttributes? = nil, origin: Origin = .human,
        recordedFormat: String? = nil, conflicts: ImportConflicts = .ours
    ) {
        self.recordedFormat = recordedFormat
        self.conflicts = conflicts
        self.skeleton = skeleton
        self.origin = origin
        self.addedLocale = addedLocale
        self.locale = locale
        self.resources = resources
        self.describesOnly = describesOnly
        self.isForced = isForced
        self.gone = gone
        self.metaName = metaName
        self.entries = entries
        self.asProposals = asProposals
        self.prunes = prunes
        self.keepsEmpty = keepsEmpty
        self.definesOrder = definesOrder
    }
}
