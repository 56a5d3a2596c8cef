public import JSON
public import Texts

/// A wish that may be refused.
public enum Command: Sendable {
    /// Adds languages, or states their attributes anew.
    case addLocales([(tag: LanguageTag, attributes: LocaleAttributes)])
    /// Takes a language out.
    case removeLocale(LanguageTag)
    /// Defines a string that does not exist yet.
    case addString(StringID, Definition)
    /// Changes what a string says or what is said of it.
    case editString(StringID, DefinitionEdit)
    /// Gives a string another key and takes its texts and open proposals along.
    case renameString(StringID, to: StringID)
    /// Takes along what was written for a key after it had been renamed.
    case carryOver(StringID, to: StringID, isForced: Bool)
    /// Takes a string out.
    case removeString(StringID)
    /// Sets a text.
    case setText(LanguageTag, StringID, Value)
    /// Takes a text out.
    case unsetText(LanguageTag, StringID)
    /// Proposes a text.
    case propose(LanguageTag, StringID, Proposing)
    /// Accepts proposals.
    case accept([EventID], Accepting)
    /// Turns proposals down.
    case reject([EventID], code: ReasonCode?, reason: String?)
    /// Takes proposals back; with `byPerson` as the actor, whoever made them.
    case deleteProposals([EventID], byPerson: Bool)
    /// Says something about a string in a language, or about a proposal.
    case comment(CommentTarget, String)
    /// Agrees with proposals of others.
    case endorse([EventID], reason: String?)
    /// Stands for the texts of strings in languages.
    case vouch([UnitID], reason: String?)
    /// Says that texts need work.
    case flag([UnitID], reason: String?)
    /// Says that a check is wrong about texts.
    case silence([UnitID], check: String, reason: String?)
    /// Settles conflicts: these of the events that contradict each other shall count.
    case keep([EventID])
    /// Takes back what events did.
    case revert(Reverting)
    /// Gives a setting a value, or its default back; one after which the actor could not change settings is for those who force it.
    case changeSetting(name: String, value: JSONValue?, isForced: Bool = false)
    /// Says where the app has the files of a section: the paths of a pattern, or where their format puts them.
    case placeFiles(ofSection: String, pattern: String?)
    /// Takes over what files say, those of the source language first.
    case importFiles([FileImport])
    /// Carries out each command that is not refused, all from the same state; see ``Decision/leftOut``.
    ///
    /// Two parts never decide the same thing: the later one is refused.
    case batch([Command])
}

/// What a comment is about.
public enum CommentTarget: Sendable {
    /// A string in a language.
    case unit(UnitID)
    /// A proposal.
    case proposal(EventID)
}

/// What is to be changed of a definition; `nil` leaves a thing as it is.
public struct DefinitionEdit: Sendable {
    /// The new source text.
    public var value: Value?
    /// The new comment; the empty text removes it.
    public var comment: String?
    /// The new limit.
    public var maximumLength: Change<Definition.Limit>?
    /// Whether the string is to be translated.
    public var isTranslatable: Bool?
    /// The new labels.
    public var labels: [String]?
    /// The new references.
    public var references: [String]?
    /// The new picture.
    public var screenshot: Change<Definition.Screenshot>?
    /// Whether translations stay right.
    public var isMinor = false

    /// A new value, or none.
    public enum Change<Wrapped: Sendable>: Sendable {
        /// Takes this value.
        case set(Wrapped)
        /// Takes no value.
        case remove
    }

    /// Changes nothing.
    public init() {}
}

/// A proposal to be made.
public struct Proposing: Sendable {
    /// The text.
    public var value: Value
    /// What the proposer says about it.
    public var note: String?
    /// Where the text comes from.
    public var origin: Origin
    /// Whether the key need not exist.
    public var isNew: Bool
    /// The definition that it was made for, where that is not the one that counts.
    var definition: EventID?

    /// States a wish.
    public init(
        value: Value, note: String? = nil, origin: Origin = .human, isNew: Bool = false
    ) {
        self.value = value
        self.note = note
        self.origin = origin
        self.isNew = isNew
    }
}

/// How proposals are to be accepted.
public struct Accepting: Sendable {
    /// The text to take instead of the proposed one.
    public var value: Value?
    /// Whether the other open proposals of the string are turned down with it.
    public var rejectsOthers: Bool
    /// Whether an outdated proposal, a rejected one, or one with errors is taken all the same.
    public var isForced: Bool
    /// Whether acceptance counts as a review of the text.
    ///
    /// Otherwise the text is set without a review and the proposal is deleted. That is for proposals that no person made.
    public var isReview: Bool

    /// Creates a wish.
    public init(
        value: Value? = nil, rejectsOthers: Bool = false, isForced: Bool = false,
        isReview: Bool = true
    ) {
        self.value = value
        self.rejectsOthers = rejectsOthers
        self.isForced = isForced
        self.isReview = isReview
    }
}

/// What becomes of a text that is new in a file and has changed here too, to something else.
public enum ImportConflicts: Sendable, Equatable {
    /// The text here stays.
    case ours
    /// The text here stays, and the file's is proposed under a guid.
    case proposals(HashedGuid)
    /// The file's text takes its place.
    case theirs
}

/// What a file says, to be taken over.
public struct FileImport: Sendable {
    /// The language of the file; the source language defines strings.
    public var locale: LanguageTag
    /// The strings in file order.
    public var entries: [Entry]
    /// Whether texts become proposals.
    public var asProposals: Bool
    /// Where the texts come from, if they become proposals.
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
    /// What becomes of a text that is new in the file and has changed here too.
    public var conflicts: ImportConflicts
    /// The files that the sections of the strings are, by section; only of the source language.
    public var resources: [Value.Text: FileResource]
    /// What the file has besides its strings, where its format keeps that.
    public var skeleton: Skeleton?
    /// What is said of the file's language if the project lacks it, so that it is added; `nil` refuses such a file.
    public var addedLocale: LocaleAttributes?

    /// What a file has besides its strings.
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

        /// States what a file has.
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

    /// A string of a file.
    public struct Entry: Sendable {
        /// The string.
        public var string: StringID
        /// What the file says; `nil` for nothing.
        public var value: Value?
        /// The source text that it was made for, where the file has one; counts in other languages than the source language.
        public var source: Value?
        /// Whether an empty text is marked as deliberate.
        public var isDeliberatelyEmpty: Bool
        /// What it says of the string besides; counts in the source language.
        public var details: StringDetails
        /// What it says of the text besides; counts in other languages.
        public var textDetails: TextDetails

        /// States what a file says of a string.
        public init(
            string: StringID, value: Value?, source: Value? = nil,
            isDeliberatelyEmpty: Bool = false, details: StringDetails = StringDetails(),
            textDetails: TextDetails = TextDetails()
        ) {
            self.string = string
            self.value = value
            self.source = source
            self.isDeliberatelyEmpty = isDeliberatelyEmpty
            self.details = details
            self.textDetails = textDetails
        }
    }

    /// States a wish.
    public init(
        locale: LanguageTag, entries: [Entry], asProposals: Bool = false, prunes: Bool = false,
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
