import JSON
import Testing
import Texts
import Translation

/// Values that several tests share.
enum Samples {
    static let string = StringID(section: "auth", key: "title")
    static let ines = Actor(name: "Ines", email: "ines@example.org")
    static let guid = HashedGuid("G")

    static func tag(_ text: String) throws -> LanguageTag { try #require(LanguageTag(text)) }

    static func project() throws -> Project { Project(id: "P", source: try tag("en")) }

    /// Returns the id of the event with a number.
    static func id(_ number: UInt64) -> EventID {
        EventID(milliseconds: number, random: (0, number))
    }

    static func event(
        _ number: UInt64, _ locale: LanguageTag, _ payload: Payload, actor: Actor? = nil
    ) -> Event {
        Event(
            id: id(number), at: "2026-11-21T09:30:00.000Z", actor: actor, locale: locale,
            string: string, payload: payload)
    }
}

/// Returns the compact form of a value, with its members in their order.
func text(_ json: JSONValue) -> String {
    String(decoding: CanonicalJSON.encode(json), as: UTF8.self)
}
