import Representations
import Testing
import Translation
import Walks
import Workspace

@Suite struct WalkTests {
    @Test func aStepOfAWalkIsAProposalOrAString() throws {
        let unit = UnitID(try Samples.tag("fr"), Samples.string)
        #expect(
            text(WalkSubject.unit(unit).json())
                == #"{"locale":"fr","section":"auth","key":"title"}"#)
        let refusal = Refusal(.outdated, "It is outdated.", hint: "Look again.")
        #expect(
            text(WalkSubject.proposal(Samples.id(1)).json(because: refusal))
                == #"{"id":"\#(Samples.id(1))","reason":"It is outdated."}"#)
    }
}
