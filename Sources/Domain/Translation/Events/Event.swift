public import JSON
public import Texts

/// A fact in the log.
///
/// A stored event never changes, and every reader accepts it.
///
/// The stored form is one JSON object per line; see `docs/internals/data-model.md`.
public struct Event: Sendable, Equatable {
    /// The event's id.
    ///
    /// It is greater than the ids of all events that the event's writer knew.
    public var id: EventID
    /// The time on the writer's clock when the event was written: RFC 3339, UTC, milliseconds.
    ///
    /// It is for display only; nothing is computed from it.
    public var at: String
    /// The person who acted, if known.
    public var actor: Actor?
    /// The event's language; the source language for events that concern the whole project.
    public var locale: LanguageTag
    /// The string's section, or the section that a resource describes.
    public var section: String?
    /// The string's key.
    public var key: String?
    /// The content, which depends on the event's type.
    public var payload: Payload
    /// The head of the register that the writer knew, or nil if there was none.
    public var base: EventID?
    /// All other heads of the register that the writer knew, sorted.
    public var over: [EventID]
    /// The definition that a text was made for.
    public var source: EventID?
    /// The event whose text is copied together with its author and review.
    public var copies: EventID?
    /// The events that this event undoes.
    public var undoes: [EventID]
    /// The idempotency key.
    ///
    /// If a guid or actor has several events with the same key, the event with the smallest id is
    /// valid.
    public var idempotencyKey: String?
    /// Data that file formats need for export, by format name.
    public var meta: JSONObject?

    /// The version of the event format that this program writes, and the highest version that it
    /// reads.
    public static let version = 1

    /// The maximum number of bytes in a line, including its newline: 16 MiB.
    ///
    /// Longer lines are malformed.
    public static let maximumLine = 16 << 20

    /// Creates an event.
    ///
    /// Only the id, the time, the language and the payload are required.
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

    /// Creates an event from its stored fields.
    ///
    /// The event can have a section without a key, or a key without a section.
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

    /// The owner of the idempotency key: the event's guid if it has a guid, otherwise the actor.
    public var idempotencyOwner: IdempotencyOwner {
        payload.guid.map(IdempotencyOwner.guid) ?? actor.map(IdempotencyOwner.actor) ?? .nobody
    }

    /// The owner and key shared by an event and its repetitions; `nil` without an idempotency key.
    ///
    /// Among events with the same owner and key, the event with the smallest id is valid.
    public var repetition: Repetition? {
        idempotencyKey.map { Repetition(owner: idempotencyOwner, key: Value.Text($0)) }
    }

    /// An idempotency key and its owner; see ``Aliases``.
    public struct Repetition: Hashable, Sendable {
        /// The guid or actor that chose the key.
        public let owner: IdempotencyOwner
        /// The key, compared by its bytes.
        public let key: Value.Text
    }

    /// The owner of an idempotency key.
    public enum IdempotencyOwner: Hashable, Sendable {
        /// The guid that made a proposal, a decision on it, or a comment.
        case guid(HashedGuid)
        /// The acting person, if the event has no guid.
        case actor(Actor)
        /// The event has neither a guid nor an actor.
        case nobody
    }
}
