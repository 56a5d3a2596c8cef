import JSON
import ReadModel
import Representations
import Testing
import Texts
import Translation

@Suite struct ProposalTests {
    /// Folds a proposal, with an optional decision on it, and returns its row.
    private func row(deciding decision: Payload? = nil) throws -> ProposalRow {
        let project = try Samples.project()
        let fr = try Samples.tag("fr")
        var events = [
            Samples.event(1, project.source, .stringDefined(Definition(value: Value("Title")))),
            Samples.event(
                2, fr, .proposalMade(ProposedText(value: Value("Titre"), guid: Samples.guid))),
        ]
        if let decision { events.append(Samples.event(3, fr, decision, actor: Samples.ines)) }
        let unit = EventLogState(project: project, events: events).unit(fr, Samples.string)
        let proposal = try #require(unit.proposals.first)
        return ProposalRow(proposal, locale: fr, string: Samples.string, current: nil)
    }

    @Test func onlyTheOwnerSeesTheGuidAndMayDelete() throws {
        let own = try #require(
            row().json(asking: Samples.guid, guid: "raw", showsAddresses: true).objectValue)
        #expect(own["guid"] == "raw")
        #expect(own["canDelete"] == true)

        let other = try #require(
            row().json(asking: HashedGuid("H"), guid: "raw", showsAddresses: true).objectValue)
        #expect(other["guid"] == nil)
        #expect(other["canDelete"] == false)

        let nobody = try #require(row().json(asking: nil, showsAddresses: true).objectValue)
        #expect(nobody["owner"] == "G")
        #expect(nobody["canDelete"] == false)
    }

    @Test func absentMembersAreLeftOut() throws {
        let keys = try #require(row().json(asking: nil, showsAddresses: true).objectValue).members
            .map(\.key)
        #expect(
            keys == [
                "id", "locale", "section", "key", "value", "owner", "state", "canDelete", "at",
                "origin", "outdated", "endorsed", "comments",
            ])
    }

    @Test func aRejectionHasItsReason() throws {
        let verdict = Verdict(proposal: Samples.id(2), code: ReasonCode("style"), reason: "formal")
        let json = try row(deciding: .proposalRejected(verdict)).json(
            asking: Samples.guid, showsAddresses: true)
        let decided = try #require(json.objectValue?["decided"]?.objectValue)
        #expect(decided["code"] == "style")
        #expect(decided["reason"] == "formal")
        #expect(decided["value"] == nil)
        #expect(decided["by"] == Samples.ines.json(showsAddresses: true))
        #expect(decided["event"]?.stringValue == Samples.id(3).description)
        #expect(json.objectValue?["canDelete"] == false)
    }

    @Test func theAddressOfADeciderIsShownIfAsked() throws {
        let verdict = Verdict(proposal: Samples.id(2), code: nil, reason: nil)
        let row = try row(deciding: .proposalRejected(verdict))
        #expect(text(row.json(asking: nil, showsAddresses: true)).contains("ines@example.org"))
        let hidden = row.json(asking: nil, showsAddresses: false)
        #expect(text(hidden).contains(#""by":{"name":"Ines"}"#))
        #expect(!text(hidden).contains("@"))
    }

    @Test func anAcceptanceHasTheAcceptedText() throws {
        let acceptance = Acceptance(proposal: Samples.id(2), value: Value("Le titre"))
        let json = try row(deciding: .proposalAccepted(acceptance)).json(
            asking: nil, showsAddresses: true)
        #expect(json.objectValue?["decided"]?.objectValue?["value"] == "Le titre")
        #expect(json.objectValue?["state"] == "accepted")
    }

    @Test func aSkippedProposalHasAReason() throws {
        #expect(
            text(try row().leftOutJSON(because: "Too late."))
                == #"{"id":"\#(Samples.id(2))","reason":"Too late."}"#)
    }
}
