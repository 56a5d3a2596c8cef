import JSON
import Representations
import Testing
import Texts
import Translation

@Suite struct LanguageTests {
    @Test func namesAndDirectionComeFromCLDR() throws {
        let json = try Samples.tag("ar").json(
            LocaleAttributes(fallback: [try Samples.tag("en")], isPlanned: true),
            in: Samples.project())
        #expect(
            text(json)
                == #"{"locale":"ar","name":"Arabic","ownName":"العربية","direction":"rightToLeft","fallback":["en"],"planned":true,"source":false}"#
        )
    }

    @Test func aStoredNameWins() throws {
        let json = try Samples.tag("en").json(
            LocaleAttributes(name: "Base", fallback: []), in: Samples.project())
        #expect(json.objectValue?["name"] == "Base")
        #expect(json.objectValue?["source"] == true)
    }

    @Test func aNegotiationGivesItsReasons() {
        let chosen = Negotiation([
            .init("fr", for: "fr-BE", .parent), .init("en", .standard),
        ])
        #expect(
            text(chosen.json(way: "i18next", mode: nil))
                == #"{"way":"i18next","languages":[{"locale":"fr","match":"parent","requested":"fr-BE"},{"locale":"en","match":"default"}]}"#
        )
    }
}
