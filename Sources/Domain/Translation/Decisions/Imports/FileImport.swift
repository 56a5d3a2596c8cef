public import Texts

/// The treatment of a text that changed both in a file and in the project.
public enum ImportConflicts: Sendable, Equatable {
    /// The project's text stays.
    case ours
    /// The project's text stays, and the file's text is proposed under a guid.
    case proposals(HashedGuid)
    /// The file's text replaces the project's text.
    case theirs
}

/// A file to import, with options.
public struct FileImport: Sendable {
    /// The language of the file.
    ///
    /// A file in the source language defines strings.
    public var locale: LanguageTag
    /// The strings in file order.
    public var entries: [FileEntry]
    /// True to create proposals instead of setting texts.
    public var asProposals: Bool
    /// The origin of the texts, if they become proposals.
    public var origin: Origin
    /// True to remove strings or texts that are in the file's sections but not in the file.
    public var prunes: Bool
    /// True if empty texts are intentional, in languages other than the source language.
    public var keepsEmpty: Bool
    /// True if the file's order becomes the order of the strings.
    public var definesOrder: Bool
    /// Strings in the source language that no longer exist and will be removed.
    public var gone: [StringID]
    /// The format name under which events store the file's format-specific data.
    public var metaName: String
    /// True if the file has no texts, only attributes of existing strings in the source language.
    public var describesOnly: Bool
    /// True to treat everything in the file as new.
    ///
    /// An earlier text may then replace a newer, reviewed text.
    public var isForced: Bool
    /// True if the texts belong to strings that were removed.
    ///
    /// A text is set if its string exists again and has never had a text.
    public var revives = false
    /// The format name under which the file's content is recorded.
    ///
    /// It is `nil` if the file is not one of the app's files.
    public var recordedFormat: String?
    /// True if exports add rarely needed plural forms.
    ///
    /// Such a form in the file is then not necessarily a new statement.
    public var fillsSeldomForms = false
    /// The treatment of a text that changed both in the file and in the project.
    public var conflicts: ImportConflicts
    /// The descriptions of the files in which the sections are stored, by section.
    public var resources: [Value.Text: FileResource]
    /// The content of the file besides its strings, for formats that preserve it.
    public var skeleton: Skeleton?
    /// The attributes used to add the file's language if the project lacks it.
    ///
    /// If this is `nil` and the project lacks the language, the file is refused.
    public var addedLocale: LocaleAttributes?

    /// The content of a file besides its strings, in the format's notation.
    public struct Skeleton: Sendable, Equatable {
        /// The section that is stored in the file.
        public var section: Value.Text
        /// The name of the file's format.
        public var format: String
        /// The content in the format's own notation; empty if the file only has strings.
        public var text: String
        /// True if a change to this content alone, such as a new date, does not justify an event.
        ///
        /// The content is then stored only when a string in the file changes.
        public var isIncidental: Bool
        /// A digest of the content's values that are not texts; see ``FileResource/kept``.
        public var kept: String?

        /// Creates the content of a file besides its strings, optionally with a digest.
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

    /// Creates an import in which the project's texts win conflicts by default.
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
