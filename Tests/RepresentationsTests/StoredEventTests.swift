import ReadModel
import Representations
import Testing
import Texts
import Translation

@Suite struct StoredEventTests {
    private func stored() throws -> StoredEvent {
        // The line is not canonical, and must not be normalized.
        StoredEvent(
            event: Samples.event(1, try Samples.tag("fr"), .translationSet(Value("Titre"))),
            line: Array(#"{ "id" : "x", "n" : 1.0 }"#.utf8), path: "events/fr/1.jsonl")
    }

    @Test func anEventIsShownAsStored() throws {
        let stored = try stored()
        #expect(stored.jsonBytes(aliasOf: nil, commit: nil) == stored.line)
    }

    @Test func whatIsKnownOfItIsAppended() throws {
        let bytes = try stored().jsonBytes(aliasOf: Samples.id(7), commit: "abc")
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{ "id" : "x", "n" : 1.0 ,"aliasOf":"\#(Samples.id(7))","commit":"abc"}"#)
    }
}
