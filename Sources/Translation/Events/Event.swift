public import JSON
public import Texts

/// One fact of the log; never changed, and refused by nobody once it is stored.
///
/// The stored form is a JSON object a line; see `docs/data-model.md`.
public struct Event: Sendable, Equatable {
    /// Events are copied a lot and changed seldom: a copy is one reference, and not one for each text in it.
    private var box: Box

    private final class Box: Sendable {
        let fields: Fields

        init(_ fields: Fields) { self.fields = fields }
    }

    private struct Fields: Sendable {
        var id: EventID
        var at: String
        var actor: Actor?
        var locale: LanguageTag
        var section: String?
        var key: String?
        var payload: Payload
        var base: EventID?
        var over: [EventID]
        var source: EventID?
        var copies: EventID?
        var undoes: [EventID]
        var idempotencyKey: String?
        var meta: JSONObject?
    }

    private mutating func change(_ change: (inout Fields) -> Void) {
        var fields = box.fields
        change(&fields)
        box = Box(fields)
    }

    /// The event's identity, later than everything that its writer saw.
    public var id: EventID {
        get { box.fields.id }
        set { change { $0.id = newValue } }
    }
    /// When it happened as its writer's clock said: RFC 3339, UTC, milliseconds.
    ///
    /// For reading only.
    public var at: String {
        get { box.fields.at }
        set { change { $0.at = newValue } }
    }
    /// Who did it, where somebody is named.
    public var actor: Actor? {
        get { box.fields.actor }
        set { change { $0.actor = newValue } }
    }
    /// The language that it speaks of; the source language for events of the whole project.
    public var locale: LanguageTag {
        get { box.fields.locale }
        set { change { $0.locale = newValue } }
    }
    /// The string's section, or the section that a resource describes.
    public var section: String? {
        get { box.fields.section }
        set { change { $0.section = newValue } }
    }
    /// The string's key.
    public var key: String? {
        get { box.fields.key }
        set { change { $0.key = newValue } }
    }
    /// What happened.
    public var payload: Payload {
        get { box.fields.payload }
        set { change { $0.payload = newValue } }
    }
    /// The head of the register that the writer saw.
    public var base: EventID? {
        get { box.fields.base }
        set { change { $0.base = newValue } }
    }
    /// All other heads that the writer saw, sorted.
    public var over: [EventID] {
        get { box.fields.over }
        set { change { $0.over = newValue } }
    }
    /// The definition that a text was made for.
    public var source: EventID? {
        get { box.fields.source }
        set { change { $0.source = newValue } }
    }
    /// The event whose text is taken over with its author and review.
    public var copies: EventID? {
        get { box.fields.copies }
        set { change { $0.copies = newValue } }
    }
    /// The events that this one takes back.
    public var undoes: [EventID] {
        get { box.fields.undoes }
        set { change { $0.undoes = newValue } }
    }
    /// An idempotency key: of several events of one guid or actor with the same, the smallest id counts.
    public var idempotencyKey: String? {
        get { box.fields.idempotencyKey }
        set { change { $0.idempotencyKey = newValue } }
    }
    /// What a file format needs again on export, by format name.
    public var meta: JSONObject? {
        get { box.fields.meta }
        set { change { $0.meta = newValue } }
    }

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
        box = Box(
            Fields(
                id: id, at: at, actor: actor, locale: locale, section: section, key: key,
                payload: payload, base: base, over: over, source: source, copies: copies,
                undoes: undoes, idempotencyKey: idempotencyKey, meta: meta))
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
