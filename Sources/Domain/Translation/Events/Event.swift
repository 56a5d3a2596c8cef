public import JSON
public import Texts

/// One fact of the log; never changed, and refused by nobody once it is stored.
///
/// The stored form is a JSON object a line; see `docs/internals/data-model.md`.
public struct Event: Sendable, Equatable {
    /// The event's identity, later than everything that its writer saw.
    public var id: EventID
    /// When it happened as its writer's clock said: RFC 3339, UTC, milliseconds.
    ///
    /// For reading only.
    public var at: String
    /// Who did it, where somebody is named.
    public var actor: Actor?
    /// The language that it speaks of; the source language for events of the whole project.
    public var locale: LanguageTag
    /// The string's section, or the section that a resource describes.
    public var section: String?
    /// The string's key.
    public var key: String?
    /// What happened.
    public var payload: Payload
    /// The head of the register that the writer saw.
    public var base: EventID?
    /// All other heads that the writer saw, sorted.
    public var over: [EventID]
    /// The definition that a text was made for.
    public var source: EventID?
    /// The event whose text is taken over with its author and review.
    public var copies: EventID?
    /// The events that this one takes back.
    public var undoes: [EventID]
    /// An idempotency key: of several events of one guid or actor with the same, the smallest id counts.
    public var idempotencyKey: String?
    /// What a file format needs again on export, by format name.
    public var meta: JSONObject?

    /// The version of the event form that is written, and the highest that is understood.
    public static let version = 1

    /// The maximum number of bytes of a line with its newline: 16 MiB.
    ///
    /// A longer line is malformed.
    public static let maximumLine = 16 << 20

    /// Makes an event; everything but its id, time, language and payload may be absent.
    public init(
        id: EventID, at: String, actor: Actor? = nil, locale: LanguageTag,
        string: StringID? = nil, payload: Payload, base: EventID? = nil, over: [EventID] = [],
        source: EventID? = nil, copies: EventID? = nil, undoes: [EventID] = [],
        idempotencyKey: String? = nil, meta: JSONObject? = nil
    ) {
        self.init(
            id: id, at: at, actor: actor, locale: locale, section: string?.section,
            key: string?.key, payload: payload, base: base, over: over, source: source,
            copies: copies, undoes: undoes, idempotencyKey: idempotencyKey, meta: meta)
    }

    /// Makes an event as it is stored, where a section without a key and a key without a section are possible.
    init(
        id: EventID, at: String, actor: Actor?, locale: LanguageTag, section: String?,
        key: String?, payload: Payload, base: EventID?, over: [EventID], source: EventID?,
        copies: EventID?, undoes: [EventID], idempotencyKey: String?, meta: JSONObject?
    ) {
        self.id = id
        self.at = at
        self.actor = actor
        self.locale = locale
        self.section = section
        self.key = key
        self.payload = payload
        self.base = base
        self.over = over
        self.source = source
        self.copies = copies
        self.undoes = undoes
        self.idempotencyKey = idempotencyKey
        self.meta = meta
    }

    /// Who an idempotency key belongs to: the guid where the event has one, else the actor.
    public var idempotencyOwner: IdempotencyOwner {
        payload.guid.map(IdempotencyOwner.guid) ?? actor.map(IdempotencyOwner.actor) ?? .nobody
    }

    /// What events have in common of which the smallest id counts; `nil` for one without an idempotency key.
    public var repetition: Repetition? {
        idempotencyKey.map { Repetition(owner: idempotencyOwner, key: Value.Text($0)) }
    }

    /// An idempotency key and whom it belongs to; see ``Aliases``.
    public struct Repetition: Hashable, Sendable {
        /// The guid or the actor.
        public let owner: IdempotencyOwner
        /// The key, compared by its bytes.
        public let key: Value.Text
    }

    /// Whom an idempotency key belongs to.
    public enum IdempotencyOwner: Hashable, Sendable {
        /// The guid of a proposal or a decision on it.
        case guid(HashedGuid)
        /// The person.
        case actor(Actor)
        /// Neither is named.
        case nobody
    }
}
