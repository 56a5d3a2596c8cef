public import JSON
public import Texts

/// What happened, by type of event.
public enum Payload: Equatable, Sendable {
    /// A language was added to the project.
    case localeAdded(LocaleAttributes)
    /// A language was taken out of the project.
    case localeRemoved
    /// A source string was defined, all its attributes stated anew.
    case stringDefined(Definition)
    /// A source string was taken out.
    case stringRemoved
    /// A text was set.
    case translationSet(Value)
    /// A text was taken out.
    case translationRemoved
    /// A proposal was accepted: its text, perhaps edited, is the string's text now.
    case proposalAccepted(Acceptance)
    /// A setting of the project got a value, or its default back.
    case settingChanged(name: String, value: JSONValue?)
    /// A section was said to stand in a file, or its file in a language was described.
    case resourceDefined(FileResource)
    /// A file of the app was read: what it says now where that is not what it said before.
    case fileRead(FileStatements)
    /// Somebody vouched for a text.
    case translationReviewed(text: EventID, reason: String?)
    /// Somebody said that a text needs work.
    case translationFlagged(text: EventID, reason: String?)
    /// Somebody proposed a text.
    case proposalMade(ProposedText)
    /// A reviewer turned a proposal down.
    case proposalRejected(Verdict)
    /// A proposal was taken back by its guid, or removed by a person.
    case proposalDeleted(Verdict)
    /// Decisions on a proposal were taken back.
    case proposalReopened(Verdict)
    /// Somebody agreed with a proposal.
    case proposalEndorsed(Verdict)
    /// Somebody commented on a string or a proposal; testers do so under their guid.
    case commentAdded(proposal: EventID?, text: String, guid: HashedGuid? = nil)
    /// A check's finding on a text was said to be wrong.
    case checkSilenced(check: String, reason: String?)
    /// A type that this version does not know: kept, counted and reported.
    case unrecognized(type: String)
}

/// What is said of a language when it is added.
public struct LocaleAttributes: Sendable {
    /// A name to show, where CLDR's is not wanted.
    public var name: String?
    /// The languages that stand in for missing texts, in order; resolved when the language was added.
    public var fallback: [LanguageTag]
    /// Whether the language is announced, but not yet worked on.
    public var isPlanned: Bool

    /// States the attributes of a language.
    public init(name: String? = nil, fallback: [LanguageTag], isPlanned: Bool = false) {
        self.name = name
        self.fallback = fallback
        self.isPlanned = isPlanned
    }
}

/// A text that was taken from a proposal.
public struct Acceptance: Sendable {
    /// The proposal.
    public var proposal: EventID
    /// What was taken, which may be edited.
    public var value: Value
    /// Who proposed it, where somebody is named.
    public var author: Actor?
    /// Equal proposals that were closed with it.
    public var also: [EventID]

    /// States an acceptance.
    public init(proposal: EventID, value: Value, author: Actor? = nil, also: [EventID] = []) {
        self.proposal = proposal
        self.value = value
        self.author = author
        self.also = also
    }
}

/// A proposed text.
public struct ProposedText: Sendable, Equatable {
    /// The text.
    public var value: Value
    /// Whose proposal it is.
    public var guid: HashedGuid
    /// The proposal of the same guid that it takes the place of.
    public var replaces: EventID?
    /// What the proposer says about it.
    public var note: String?
    /// Where the text comes from; `human` where nothing is said.
    public var origin: Origin
    /// Whether the key need not exist.
    public var isNew: Bool

    /// States a proposal.
    public init(
        value: Value, guid: HashedGuid, replaces: EventID? = nil, note: String? = nil,
        origin: Origin = .human, isNew: Bool = false
    ) {
        self.value = value
        self.guid = guid
        self.replaces = replaces
        self.note = note
        self.origin = origin
        self.isNew = isNew
    }

    /// Whether another proposal may be this one, stated anew: it has its text, under its guid.
    public func isRestated(by other: ProposedText) -> Bool {
        guid == other.guid && value == other.value
    }
}

/// Where a proposed text comes from.
public enum Origin: Sendable, Equatable, CustomStringConvertible {
    /// A person.
    case human
    /// The project's translation memory.
    case memory
    /// A translation service, by name.
    case machine(String)
    /// A list of reference texts, by name.
    case reference(String)
    /// Something that this version does not know.
    case other(String)

    /// Reads the stored form.
    public init(_ text: String) {
        switch text {
        case "human": self = .human
        case "memory": self = .memory
        case _ where text.hasPrefix("machine:"): self = .machine(String(text.dropFirst(8)))
        case _ where text.hasPrefix("reference:"): self = .reference(String(text.dropFirst(10)))
        default: self = .other(text)
        }
    }

    /// The stored form.
    public var description: String {
        switch self {
        case .human: "human"
        case .memory: "memory"
        case .machine(let name): "machine:\(name)"
        case .reference(let name): "reference:\(name)"
        case .other(let text): text
        }
    }
}

/// A decision on a proposal.
public struct Verdict: Sendable {
    /// The proposal.
    public var proposal: EventID
    /// Why, as one of a few words.
    public var code: ReasonCode?
    /// Why, in a person's words.
    public var reason: String?
    /// The guid that decides, where it is not a person.
    public var guid: HashedGuid?

    /// States a decision.
    public init(
        proposal: EventID, code: ReasonCode? = nil, reason: String? = nil, guid: HashedGuid? = nil
    ) {
        self.proposal = proposal
        self.code = code
        self.reason = reason
        self.guid = guid
    }
}

/// Why a proposal was turned down, as one of a few words.
public struct ReasonCode: Sendable, CustomStringConvertible {
    /// The word as stored; a word that is not in ``known`` is kept.
    public let rawValue: String

    /// The words that are written.
    public static let known = ["duplicate", "wrong", "style", "glossary", "spam", "other"]

    /// Takes a word as stored.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The stored form.
    public var description: String { rawValue }
}

extension Payload {
    /// The type's name as it is stored.
    public var typeName: String {
        switch self {
        case .localeAdded: "locale.added"
        case .localeRemoved: "locale.removed"
        case .stringDefined: "string.defined"
        case .stringRemoved: "string.removed"
        case .translationSet: "translation.set"
        case .translationRemoved: "translation.removed"
        case .proposalAccepted: "proposal.accepted"
        case .settingChanged: "setting.changed"
        case .resourceDefined: "resource.defined"
        case .fileRead: "file.read"
        case .translationReviewed: "translation.reviewed"
        case .translationFlagged: "translation.flagged"
        case .proposalMade: "proposal.made"
        case .proposalRejected: "proposal.rejected"
        case .proposalDeleted: "proposal.deleted"
        case .proposalReopened: "proposal.reopened"
        case .proposalEndorsed: "proposal.endorsed"
        case .commentAdded: "comment.added"
        case .checkSilenced: "check.silenced"
        case .unrecognized(let type): type
        }
    }

    /// The names of the types that this version knows, in the order of `docs/data-model.md`.
    public static let knownTypes = [
        "locale.added", "locale.removed", "string.defined", "string.removed", "translation.set",
        "translation.removed", "proposal.accepted", "setting.changed", "resource.defined",
        "file.read",
        "translation.reviewed", "translation.flagged", "proposal.made", "proposal.rejected",
        "proposal.deleted", "proposal.reopened", "proposal.endorsed", "comment.added",
        "check.silenced",
    ]

    /// The guid that the event carries.
    public var guid: HashedGuid? {
        switch self {
        case .proposalMade(let proposed): proposed.guid
        case .proposalRejected(let verdict), .proposalDeleted(let verdict),
            .proposalReopened(let verdict), .proposalEndorsed(let verdict):
            verdict.guid
        case .commentAdded(_, _, let guid): guid
        default: nil
        }
    }

    /// The proposal that the event decides or speaks of.
    public var proposal: EventID? {
        switch self {
        case .proposalAccepted(let acceptance): acceptance.proposal
        case .proposalRejected(let verdict), .proposalDeleted(let verdict),
            .proposalReopened(let verdict), .proposalEndorsed(let verdict):
            verdict.proposal
        case .commentAdded(let proposal, _, _): proposal
        default: nil
        }
    }
}
