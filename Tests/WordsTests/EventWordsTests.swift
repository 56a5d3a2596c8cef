import TestKit
import Testing
import Texts
import Translation
import Words

/// The description of an event of each type: the first example of the page on stored data.
@Suite struct EventWordsTests {
    @Test func everyTypeHasWords() throws {
        let events = try Self.examples()
        #expect(Set(events.map(\.payload.typeName)).isSuperset(of: Payload.knownTypes))
        assertGolden(events.map(Self.shown).joined(separator: "\n"), "events.txt")
    }

    /// Each type has a description that is not only its name.
    @Test func knownTypesAreNotCalledByTheirNames() throws {
        for event in try Self.examples() where Payload.knownTypes.contains(event.payload.typeName) {
            #expect(EventWords(event).headline != event.payload.typeName)
            #expect(EventWords(event).story != event.payload.typeName)
        }
    }

    private static func examples() throws -> [Event] {
        let removal =
            #"{"v":1,"id":"01JD6Q3ZK8V7M2T4C9B0XWYRGK","type":"locale.removed","at":"2024-11-21T09:30:05.001Z","locale":"fr"}"#
        let lines = try DataModelPage.fenced("json") + DataModelPage.fenced("log") + [removal]
        var known: Set<String> = []
        return try lines.filter { $0.hasPrefix(#"{"v":"#) }.compactMap { line in
            guard case .event(let event) = try Event.read(line: line.utf8),
                known.insert(event.payload.typeName).inserted
            else { return nil }
            return event
        }
    }

    private static func shown(_ event: Event) -> String {
        let words = EventWords(event)
        let again = EventWords(event, isRenewal: true, author: "Ada")
        let facts = words.facts.map { fact in
            switch fact {
            case .value(let value): "text \(value.plainText ?? "with forms")"
            case .reference(let kind, let id): "\(kind) \(id)"
            case .words(let words): words
            }
        }
        return """
            \(event.payload.typeName) (\(words.icon), \(words.icon.tone))
              headline: \(words.headline); \(again.headline)
              story:    \(words.story); \(words.renewal)
              facts:    \(facts.joined(separator: "; "))
              remarks:  \(words.remarks.joined(separator: "; "))

            """
    }
}
