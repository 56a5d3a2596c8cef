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
    /// It is greater than the ids of all events that its writer knew.
    public var id: EventID
    /// The time of the event by its writer's clock: RFC 3339, UTC, milliseconds.
    ///
    /// For information only.
    public var at: String
    /// The acting person, if known.
    public var actor: Actor?
    /// The language of the event; the source language for events of the whole project.
    public var locale: LanguageTag
    /// The string's section, or the section that a resource describes.
    public var section: String?
    /// The string's key.
    public var key: String?
    /// The content, which depends on the type of event.
    public var payload: Payload
    /// The head of the register that the writer knew.
    public var base: EventID?
    /// All other heads that the writer knew, sorted.
    public var over: [EventID]
    /// The definition that a text was made for.
    public var source: EventID?
    /// The event whose text is copied with its author and review.
    public var copies: EventID?
    /// The events that this one undoes.
    public var undoes: [EventID]
    /// An idempotency key.
    ///
    /// If one guid or actor has several events with the same key, the one with the smallest id is
    /// valid.
    public var idempotencyKey: String?
    /// Data that file formats need again on export, by format name.
    public var meta: JSONObject?

    /// The version of the event format that this program writes, and the highest that it reads.
    public static let version = 1

    /// The maximum number of bytes in a line, including its newline: 16 MiB.
    ///
    /// Longer lines are malformed.
    public static let maximumLine = 16 << 20

    /// Creates an event.
    ///
    /// Everything except its id, time, language and payload is optional.
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

    /// Creates a stored event.
    ///
    /// It can have a section without a key, or a key without a section.
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

    /// The owner of the idempotency key: the event's guid if there is one, otherwise the actor.
    public var idempotencyOwner: IdempotencyOwner {
        payload.guid.map(IdempotencyOwner.guid) ?? actor.map(IdempotencyOwner.actor) ?? .nobody
    }

    /// The owner and key that repetitions of an event share, or `nil` without an idempotency key.
    ///
    /// Among events with the same owner and key, the one with the smallest id is valid.
    public var repetition: Repetition? {
        idempotencyKey.map { Repetition(owner: idempotencyOwner, key: Value.Text($0)) }
    }

    /// An idempotency key and its owner; see ``Aliases``.
    public struct Repetition: Hashable, Sendable {
        /// The guid or the actor.
        public let owner: IdempotencyOwner
        /// The key, compared by its bytes.
        public let key: Value.Text
    }

    /// The owner of an idempotency key.
    public enum IdempotencyOwner: Hashable, Sendable {
        /// The guid of a proposal or a decision on it.
        case guid(HashedGuid)
        /// The person.
        case actor(Actor)
        /// Neither is known.
        case nobody
    }
}
