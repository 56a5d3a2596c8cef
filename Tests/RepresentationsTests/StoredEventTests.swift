import JSON
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
        #expect(stored.jsonBytes(showsAddresses: true) == stored.line)
    }

    /// Other versions may store more about a person, and file formats may keep similar objects.
    @Test func addressesOfPeopleAreLeftOut() throws {
        let acceptance = Acceptance(
            proposal: Samples.id(2), value: Value("Titre"), author: Samples.ines)
        var event = Samples.event(
            3, try Samples.tag("fr"), .proposalAccepted(acceptance), actor: Samples.ines)
        let kept = try JSONValue.parse(
            Array(#"{"name":"Hotel","email":"info@hotel.example"}"#.utf8))
        event.meta = JSONObject(uniqueMembers: [("xliff", kept)])
        let line = String(decoding: event.line, as: UTF8.self)
            .replacing(#""email":"ines"#, with: #""team":"fr","email":"ines"#)
        guard case .event(let read) = try Event.read(line: line.utf8) else {
            Issue.record("The event is of a newer version.")
            return
        }
        let stored = StoredEvent(event: read, line: Array(line.utf8), path: "events/fr/1.jsonl")
        let shown = try JSONValue.parse(stored.jsonBytes(showsAddresses: false)).objectValue
        let ines = Samples.ines.json(showsAddresses: false)
        #expect(text(ines) == #"{"name":"Ines"}"#)
        #expect(shown?["actor"] == ines && shown?["author"] == ines)
        #expect(shown?["meta"]?.objectValue?["xliff"] == kept)
        #expect(stored.jsonBytes(showsAddresses: true) == stored.line)
    }

    @Test func settingsThatListPeopleAreWithheld() throws {
        func shown(_ name: String, _ value: JSONValue?, showsAddresses: Bool) throws -> String {
            let event = Samples.event(
                1, try Samples.tag("en"), .settingChanged(name: name, value: value))
            let stored = StoredEvent(event: event, line: event.line, path: "events/en/1.jsonl")
            return String(
                decoding: stored.jsonBytes(showsAddresses: showsAddresses), as: UTF8.self)
        }
        let people: JSONValue = ["mara@example.org"]
        let setting = Setting.maintainers.name
        #expect(try shown(setting, people, showsAddresses: true).contains("mara@example.org"))
        let hidden = try shown(setting, people, showsAddresses: false)
        #expect(hidden.contains(#""withheld":true"#) && !hidden.contains("mara"))
        // A reset shows nobody, and other settings list nobody.
        #expect(try !shown(setting, nil, showsAddresses: false).contains("withheld"))
        #expect(try shown("strict", true, showsAddresses: false).contains(#""value":true"#))
    }

    @Test func whatIsKnownOfItIsAppended() throws {
        let bytes = try stored().jsonBytes(
            aliasOf: Samples.id(7), commit: "abc", showsAddresses: true)
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{ "id" : "x", "n" : 1.0 ,"aliasOf":"\#(Samples.id(7))","commit":"abc"}"#)
    }
}
