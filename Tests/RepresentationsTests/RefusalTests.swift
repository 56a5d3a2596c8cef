import Representations
import Testing
import Translation

@Suite struct RefusalTests {
    @Test func aRefusalHasCodeMessageAndHint() {
        let refusal = Refusal(.unchanged, "The text says this already.", hint: "Do nothing.")
        #expect(
            text(refusal.json(hint: "Do nothing.", nearest: []))
                == #"{"error":{"code":"unchanged","message":"The text says this already.","hint":"Do nothing."}}"#
        )
    }

    @Test func nearestMatchesFollow() {
        let refusal = Refusal(
            .unknownKey, "No such key.", hint: .searchStrings)
        let nearest = ["greeting", "greetings"]
        #expect(
            text(refusal.json(hint: "Search.", nearest: nearest)).hasSuffix(
                #","nearest":["greeting","greetings"]}}"#))
    }

    @Test func aDefectAsksForAReport() {
        struct Broken: Error, CustomStringConvertible { let description = "broken" }
        #expect(
            text(.defect(Broken()))
                == #"{"error":{"code":"defect","message":"broken","hint":"Please report this."}}"#)
    }
}
