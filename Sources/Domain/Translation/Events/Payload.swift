public import JSON
public import Texts

/// The content of an event, by type.
public enum Payload: Equatable, Sendable {
    /// A language was added to the project.
    case localeAdded(LocaleAttributes)
    /// A language was removed from the project.
    case localeRemoved
    /// A source string was defined or redefined, with all its attributes.
    case stringDefined(Definition)
    /// A source string was removed.
    case stringRemoved
    /// A text was set.
    case translationSet(Value)
    /// A text was removed.
    case translationRemoved
    /// A proposal was accepted, and its text, perhaps edited, became the string's text.
    case proposalAccepted(Acceptance)
    /// A project setting was set, or reset to its default.
    case settingChanged(name: String, value: JSONValue?)
    /// A section was assigned to a file, or the section's file in a language was described.
    case resourceDefined(FileResource)
    /// An app file was imported; the event records the differences from the previous import.
    case fileRead(FileStatements)
    /// A text was reviewed.
    case translationReviewed(text: EventID, reason: String?)
    /// A text was marked as needing work.
    case translationFlagged(text: EventID, reason: String?)
    /// A text was proposed.
    case proposalMade(ProposedText)
    /// A reviewer rejected a proposal.
    case proposalRejected(Verdict)
    /// A proposal was withdrawn by its guid, or deleted by a person.
    case proposalDeleted(Verdict)
    /// Decisions on a proposal were undone.
    case proposalReopened(Verdict)
    /// A proposal was endorsed.
    case proposalEndorsed(Verdict)
    /// A comment was added to a string or a proposal, by a person or under a tester's guid.
    case commentAdded(proposal: EventID?, text: String, guid: HashedGuid? = nil)
    /// A check was silenced for a text.
    case checkSilenced(check: String, reason: String?)
    /// An event of a type that this version does not know; it is kept, counted and reported.
    case unrecognized(type: String)
}

extension Payload {
    /// The known types, in the order of `docs/internals/data-model.md`.
    static let kinds: [any EventKind.Type] = [
        LocaleAdded.self, LocaleRemoved.self, StringDefined.self, StringRemoved.self,
        TranslationSet.self, TranslationRemoved.self, ProposalAccepted.self, SettingChanged.self,
        ResourceDefined.self, FileRead.self, TranslationReviewed.self, TranslationFlagged.self,
        ProposalMade.self, ProposalRejected.self, ProposalDeleted.self, ProposalReopened.self,
        ProposalEndorsed.self, CommentAdded.self, CheckSilenced.self,
    ]

    /// The names of the known types, in the order of `docs/internals/data-model.md`.
    public static let knownTypes = kinds.map { $0.name }

    private var kind: (any EventKind.Type)? {
        switch self {
        case .localeAdded: LocaleAdded.self
        case .localeRemoved: LocaleRemoved.self
        case .stringDefined: StringDefined.self
        case .stringRemoved: StringRemoved.self
        case .translationSet: TranslationSet.self
        case .translationRemoved: TranslationRemoved.self
        case .proposalAccepted: ProposalAccepted.self
        case .settingChanged: SettingChanged.self
        case .resourceDefined: ResourceDefined.self
        case .fileRead: FileRead.self
        case .translationReviewed: TranslationReviewed.self
        case .translationFlagged: TranslationFlagged.self
        case .proposalMade: ProposalMade.self
        case .proposalRejected: ProposalRejected.self
        case .proposalDeleted: ProposalDeleted.self
        case .proposalReopened: ProposalReopened.self
        case .proposalEndorsed: ProposalEndorsed.self
        case .commentAdded: CommentAdded.self
        case .checkSilenced: CheckSilenced.self
        case .unrecognized: nil
        }
    }

    /// The type's name as stored in events.
    public var typeName: String {
        if case .unrecognized(let type) = self { type } else { kind?.name ?? "" }
    }

    /// The rules for events of this type.
    ///
    /// An event of an unknown type may change all derived state.
    package var traits: EventTraits { kind?.traits ?? .unknown }

    /// Reads the type-specific fields of a stored event.
    ///
    /// An unknown type is read as ``unrecognized(type:)``.
    init(type: String, reader: FieldReader<some JSONReadableObject>) throws(EventDecodingError) {
        switch type {
        case LocaleAdded.name: self = .localeAdded(try LocaleAdded.fields(reader))
        case LocaleRemoved.name: self = .localeRemoved
        case StringDefined.name: self = .stringDefined(try StringDefined.fields(reader))
        case StringRemoved.name: self = .stringRemoved
        case TranslationSet.name: self = .translationSet(try TranslationSet.fields(reader))
        case TranslationRemoved.name: self = .translationRemoved
        case ProposalAccepted.name: self = .proposalAccepted(try ProposalAccepted.fields(reader))
        case SettingChanged.name:
            let fields = try SettingChanged.fields(reader)
            self = .settingChanged(name: fields.name, value: fields.value)
        case ResourceDefined.name: self = .resourceDefined(try ResourceDefined.fields(reader))
        case FileRead.name: self = .fileRead(try FileRead.fields(reader))
        case TranslationReviewed.name:
            let fields = try TranslationReviewed.fields(reader)
            self = .translationReviewed(text: fields.text, reason: fields.reason)
        case TranslationFlagged.name:
            let fields = try TranslationFlagged.fields(reader)
            self = .translationFlagged(text: fields.text, reason: fields.reason)
        case ProposalMade.name: self = .proposalMade(try ProposalMade.fields(reader))
        case ProposalRejected.name: self = .proposalRejected(try ProposalRejected.fields(reader))
        case ProposalDeleted.name: self = .proposalDeleted(try ProposalDeleted.fields(reader))
        case ProposalReopened.name: self = .proposalReopened(try ProposalReopened.fields(reader))
        case ProposalEndorsed.name: self = .proposalEndorsed(try ProposalEndorsed.fields(reader))
        case CommentAdded.name:
            let fields = try CommentAdded.fields(reader)
            self = .commentAdded(proposal: fields.proposal, text: fields.text, guid: fields.guid)
        case CheckSilenced.name:
            let fields = try CheckSilenced.fields(reader)
            self = .checkSilenced(check: fields.check, reason: fields.reason)
        default: self = .unrecognized(type: type)
        }
    }

    /// Adds the type-specific fields, in the order of the data model's table.
    func addOwnFields(to members: inout some JSONObjectBuilder, showsAddresses: Bool) {
        switch self {
        case .localeAdded(let fields): LocaleAdded.add(fields, to: &members)
        case .stringDefined(let fields): StringDefined.add(fields, to: &members)
        case .translationSet(let fields): TranslationSet.add(fields, to: &members)
        case .proposalAccepted(let fields):
            ProposalAccepted.add(fields, to: &members, showsAddresses: showsAddresses)
        case .settingChanged(let name, let value):
            SettingChanged.add((name, value), to: &members, showsAddresses: showsAddresses)
        case .resourceDefined(let fields): ResourceDefined.add(fields, to: &members)
        case .fileRead(let fields): FileRead.add(fields, to: &members)
        case .translationReviewed(let text, let reason):
            TranslationReviewed.add((text, reason), to: &members)
        case .translationFlagged(let text, let reason):
            TranslationFlagged.add((text, reason), to: &members)
        case .proposalMade(let fields): ProposalMade.add(fields, to: &members)
        case .proposalRejected(let fields): ProposalRejected.add(fields, to: &members)
        case .proposalDeleted(let fields): ProposalDeleted.add(fields, to: &members)
        case .proposalReopened(let fields): ProposalReopened.add(fields, to: &members)
        case .proposalEndorsed(let fields): ProposalEndorsed.add(fields, to: &members)
        case .commentAdded(let proposal, let text, let guid):
            CommentAdded.add((proposal, text, guid), to: &members)
        case .checkSilenced(let check, let reason):
            CheckSilenced.add((check, reason), to: &members)
        case .localeRemoved, .stringRemoved, .translationRemoved, .unrecognized: break
        }
    }

    /// Replaces the ids of other events in the type-specific fields.
    mutating func resolve(_ new: (EventID) -> EventID) {
        switch self {
        case .proposalAccepted(var fields):
            ProposalAccepted.resolve(&fields, new)
            self = .proposalAccepted(fields)
        case .translationReviewed(let text, let reason):
            var fields = (text: text, reason: reason)
            TranslationReviewed.resolve(&fields, new)
            self = .translationReviewed(text: fields.text, reason: fields.reason)
        case .translationFlagged(let text, let reason):
            var fields = (text: text, reason: reason)
            TranslationFlagged.resolve(&fields, new)
            self = .translationFlagged(text: fields.text, reason: fields.reason)
        case .proposalMade(var fields):
            ProposalMade.resolve(&fields, new)
            self = .proposalMade(fields)
        case .proposalRejected(var fields):
            ProposalRejected.resolve(&fields, new)
            self = .proposalRejected(fields)
        case .proposalDeleted(var fields):
            ProposalDeleted.resolve(&fields, new)
            self = .proposalDeleted(fields)
        case .proposalReopened(var fields):
            ProposalReopened.resolve(&fields, new)
            self = .proposalReopened(fields)
        case .proposalEndorsed(var fields):
            ProposalEndorsed.resolve(&fields, new)
            self = .proposalEndorsed(fields)
        case .commentAdded(let proposal, let text, let guid):
            var fields = (proposal: proposal, text: text, guid: guid)
            CommentAdded.resolve(&fields, new)
            self = .commentAdded(proposal: fields.proposal, text: fields.text, guid: fields.guid)
        case .localeAdded, .localeRemoved, .stringDefined, .stringRemoved, .translationSet,
            .translationRemoved, .settingChanged, .resourceDefined, .fileRead, .checkSilenced,
            .unrecognized:
            break
        }
    }

    /// Compares the stored forms.
    public static func == (a: Payload, b: Payload) -> Bool {
        var first = JSONMembers()
        var second = JSONMembers()
        a.addOwnFields(to: &first, showsAddresses: true)
        b.addOwnFields(to: &second, showsAddresses: true)
        return a.typeName.hasSameBytes(as: b.typeName) && first.json == second.json
    }

    /// The guid that the event contains, if any.
    public var guid: HashedGuid? {
        switch self {
        case .proposalMade(let proposed): proposed.guid
        case .proposalRejected(let verdict), .proposalDeleted(let verdict),
            .proposalReopened(let verdict), .proposalEndorsed(let verdict):
            verdict.guid
        case .commentAdded(_, _, let guid): guid
        case .localeAdded, .localeRemoved, .stringDefined, .stringRemoved, .translationSet,
            .translationRemoved, .proposalAccepted, .settingChanged, .resourceDefined, .fileRead,
            .translationReviewed, .translationFlagged, .checkSilenced, .unrecognized:
            nil
        }
    }

    /// The proposal that the event decides on or refers to.
    public var proposal: EventID? {
        switch self {
        case .proposalAccepted(let acceptance): acceptance.proposal
        case .proposalRejected(let verdict), .proposalDeleted(let verdict),
            .proposalReopened(let verdict), .proposalEndorsed(let verdict):
            verdict.proposal
        case .commentAdded(let proposal, _, _): proposal
        case .localeAdded, .localeRemoved, .stringDefined, .stringRemoved, .translationSet,
            .translationRemoved, .settingChanged, .resourceDefined, .fileRead,
            .translationReviewed, .translationFlagged, .proposalMade, .checkSilenced,
            .unrecognized:
            nil
        }
    }

    /// The id of the text that the event reviews or flags.
    package var judgedText: EventID? {
        if case .translationReviewed(let text, _) = self { return text }
        if case .translationFlagged(let text, _) = self { return text }
        return nil
    }
}
