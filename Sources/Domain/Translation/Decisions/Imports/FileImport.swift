public import Texts

/// The treatment of a text that changed differently in a file and in the project.
public enum ImportConflicts: Sendable, Equatable {
    /// The project's text stays.
    case ours
    /// The project's text stays, and the file's text is proposed under a guid.
    case proposals(HashedGuid)
    /// The file's text replaces it.
    case theirs
}

/// A file to import, with options.
public struct FileImport: Sendable {
    /// The language of the file.
    ///
    /// The source language defines strings.
    public var locale: LanguageTag
    /// The strings in file order.
    public var entries: [FileEntry]
    /// True to make proposals instead of setting texts.
    public var asProposals: Bool
    /// The origin of the texts, if they become proposals.
    public var origin: Origin
    /// True to remove the strings or texts that the sections have and the file lacks.
    public var prunes: Bool
    /// True if an empty text is intentional, in languages other than the source.
    public var keepsEmpty: Bool
    /// True if the file's order becomes the order of the strings.
    public var definesOrder: Bool
    /// Strings of the source language that no longer exist and are to be removed.
    public var gone: [StringID]
    /// The name under which events store the format-specific data of the file.
    public var metaName: String
    /// True if the file has no texts, only attributes of existing strings of the source language.
    public var describesOnly: Bool
    /// True to treat everything in the file as new, so that an earlier text may replace a newer,
    /// reviewed one.
    public var isForced: Bool
    /// True if the texts belong to strings that had been removed.
    ///
    /// A text is set if its string exists again and never had a text.
    public var revives = false
    /// The format name under which the content of the file is recorded; `nil` if it is not a file
    /// of the app.
    public var recordedFormat: String?
    /// True if exports add rarely needed plural forms, so that such a form may not be a new
    /// statement.
    public var fillsSeldomForms = false
    /// The treatment of a text that changed both in the file and in the project.
    public var conflicts: ImportConflicts
    /// The files of the strings' sections, by section; only for the source language.
    public var resources: [Value.Text: FileResource]
    /// The content of the file besides its strings, for formats that preserve it.
    public var skeleton: Skeleton?
    /// The attributes for adding the file's language, if the project lacks it.
    ///
    /// If this is `nil`, such a file is refused.
    public var addedLocale: LocaleAttributes?

    /// The content of a file besides its strings.
    public struct Skeleton: Sendable, Equatable {
        /// The section of the file.
        public var section: Value.Text
        /// The name of the format.
        public var format: String
        /// The content in the format's own notation; empty if the file has only strings.
        public var text: String
        /// True if a change of it alone, such as a new date, does not justify an event.
        ///
        /// It is then stored only when a string of the file changes.
        public var isIncidental: Bool
        /// A digest of the values in it that are not texts; see ``FileResource/kept``.
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
