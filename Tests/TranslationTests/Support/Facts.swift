import JSON
import Texts
import Translation

// A handmade log: events have small numbers, so that a table of cases is readable.

extension EventID {
    /// Returns the event id for a number; a greater number gives a greater id.
    static func number(_ number: Int) -> EventID {
        EventID(milliseconds: UInt64(number), random: (0, 0))
    }

    /// The number that the id was created from.
    var number: Int { Int(milliseconds) }
}

extension LanguageTag: ExpressibleByStringLiteral {
    init(stringLiteral value: String) {
        self = LanguageTag(value) ?? Project.undetermined
    }
}

extension Project {
    fileprivate static let undetermined = ["und"].compactMap { LanguageTag($0) }[0]
    static let app = Project(id: "01JD6Q3ZK8V7M2T4C9B0XWYRGH", source: "en")
}

extension StringID {
    static let title = StringID(section: "default", key: "title")
    static let button = StringID(section: "default", key: "button")
}

extension Actor {
    static let ines = Actor(name: "Ines", email: "ines@example.org")
    static let ravi = Actor(name: "Ravi", email: "ravi@example.org")
}

extension HashedGuid {
    static let first = HashedGuid("first")
    static let second = HashedGuid("second")
}

extension Event {
    /// Returns an event, by default of the string `title` in French by Ines.
    static func fact(
        _ number: Int, _ payload: Payload, in locale: LanguageTag = "fr",
        string: StringID? = .title, by actor: Actor? = .ines, base: Int? = nil, over: [Int] = [],
        source: Int? = nil, copies: Int? = nil, undoes: [Int] = [], idem: String? = nil
    ) -> Event {
        Event(
            id: .number(number), at: "2026-11-21T09:30:00.123Z", actor: actor, locale: locale,
            string: string, payload: payload, base: base.map(EventID.number),
            over: over.map(EventID.number), source: source.map(EventID.number),
            copies: copies.map(EventID.number), undoes: undoes.map(EventID.number),
            idempotencyKey: idem)
    }

    /// Returns an event of the string `title` in the source language.
    static func source(
        _ number: Int, _ payload: Payload, string: StringID = .title, base: Int? = nil,
        over: [Int] = [], copies: Int? = nil, undoes: [Int] = []
    ) -> Event {
        fact(
            number, payload, in: "en", string: string, base: base, over: over, copies: copies,
            undoes: undoes)
    }

    /// Returns an event of the language French.
    static func language(
        _ number: Int, _ payload: Payload = .localeAdded(LocaleAttributes(fallback: ["en"])),
        in locale: LanguageTag = "fr", base: Int? = nil, over: [Int] = []
    ) -> Event {
        fact(number, payload, in: locale, string: nil, base: base, over: over)
    }

    /// Returns a value of a setting.
    static func setting(
        _ number: Int, _ name: String, _ value: JSONValue?, base: Int? = nil, over: [Int] = []
    ) -> Event {
        fact(
            number, .settingChanged(name: name, value: value), in: "en", string: nil, base: base,
            over: over)
    }
}

extension Payload {
    static func set(_ text: String) -> Payload { .translationSet(Value(text)) }

    static func defined(_ text: String, minor: Bool = false, comment: String? = nil) -> Payload {
        .stringDefined(Definition(value: Value(text), comment: comment, isMinor: minor))
    }

    static func made(
        _ text: String, _ guid: HashedGuid = .first, replaces: Int? = nil, origin: Origin = .human,
        isNew: Bool = false
    ) -> Payload {
        .proposalMade(
            ProposedText(
                value: Value(text), guid: guid, replaces: replaces.map(EventID.number),
                origin: origin, isNew: isNew))
    }

    static func accepted(
        _ proposal: Int, _ text: String, author: Actor? = nil, also: [Int] = []
    ) -> Payload {
        .proposalAccepted(
            Acceptance(
                proposal: .number(proposal), value: Value(text), author: author,
                also: also.map(EventID.number)))
    }

    static func rejected(_ proposal: Int, code: String? = nil, reason: String? = nil) -> Payload {
        .proposalRejected(
            Verdict(proposal: .number(proposal), code: code.map(ReasonCode.init), reason: reason))
    }

    static func deleted(_ proposal: Int, _ guid: HashedGuid? = nil) -> Payload {
        .proposalDeleted(Verdict(proposal: .number(proposal), guid: guid))
    }

    static func reopened(_ proposal: Int) -> Payload {
        .proposalReopened(Verdict(proposal: .number(proposal)))
    }

    static func endorsed(_ proposal: Int, _ guid: HashedGuid? = nil) -> Payload {
        .proposalEndorsed(Verdict(proposal: .number(proposal), guid: guid))
    }

    static func comment(_ proposal: Int?, _ text: String = "Hm.") -> Payload {
        .commentAdded(proposal: proposal.map(EventID.number), text: text)
    }

    static func reviewed(_ text: Int) -> Payload {
        .translationReviewed(text: .number(text), reason: nil)
    }

    static func flagged(_ text: Int) -> Payload {
        .translationFlagged(text: .number(text), reason: nil)
    }
}
