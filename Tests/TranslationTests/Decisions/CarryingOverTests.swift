import JSON
import Testing
import Texts
import Translation

/// Proposals accepted for a key that was concurrently renamed: the new key has them too, still
/// open.
struct CarryingOverTests {
    private static let new = StringID(section: "default", key: "new")
    private static let given: [Event] = [
        .language(1), .source(2, .defined("Title")), .fact(3, .set("Titre"), source: 2),
        .fact(4, .made("P"), base: 3, source: 2),
        .fact(5, .made("P", HashedGuid("third")), base: 3, source: 2),
        .fact(6, .made("Q", .second), by: .ravi, base: 3, source: 2),
        .fact(7, .made("Q", HashedGuid("fourth")), base: 3, source: 2),
    ]
    private static let accepted = Event.fact(
        8, .accepted(4, "P", author: .ines, also: [5]), by: .ravi, base: 3, source: 2)

    /// Returns the state after a rename without knowledge of `late`, and the decision to carry
    /// over.
    private func carrying(
        _ late: [Event], by actor: Actor = .ravi, settings: [Event] = []
    ) throws -> (decision: Decision, before: Set<EventID>, after: EventLogState) {
        var state = EventLogState(project: .app, events: Self.given + settings)
        let rename = Command.renameString(.title, to: Self.new)
        for event in try DecisionCase.decide(rename, state).events { state.evolve(event) }
        for event in late { state.evolve(event) }
        let before = Set(state.allEvents.map(\.id))
        let carry = Command.carryOver(.title, to: Self.new, isForced: false)
        let decision = try DecisionCase.decide(carry, state, by: actor)
        for event in decision.events { state.evolve(event) }
        let again = try DecisionCase.decide(carry, state, by: actor)
        #expect(again.events.isEmpty)
        return (decision, before, state)
    }

    private func types(_ decision: Decision) -> [String] { decision.events.map(\.payload.typeName) }

    private func states(_ state: EventLogState) -> [String] {
        state.unit("fr", Self.new).proposals.map {
            "\($0.proposed.value.plainText ?? "") \($0.state)"
        }
    }

    @Test func aTextThatWasAcceptedIsAcceptedThere() throws {
        let (decision, _, after) = try carrying([Self.accepted])
        #expect(types(decision) == ["proposal.accepted"])
        #expect(states(after) == ["P accepted", "P accepted", "Q open", "Q open"])
        let text = try #require(after.unit("fr", Self.new).text)
        #expect(text.value == Value("P"))
        #expect(text.author == .ines)
        #expect(text.isReviewed)
        #expect(!text.isStale)
        #expect(text.event.copies == .number(8))
    }

    @Test func aTextThatWasSetOverItStaysTheText() throws {
        let (decision, _, after) = try carrying([
            Self.accepted, .fact(9, .set("X"), base: 8, source: 2),
        ])
        #expect(types(decision) == ["proposal.accepted", "translation.set"])
        #expect(states(after) == ["P accepted", "P accepted", "Q open", "Q open"])
        let text = try #require(after.unit("fr", Self.new).text)
        #expect(text.value == Value("X"))
        #expect(!text.isReviewed)
        #expect(after.unit("fr", Self.new).register.losers.isEmpty)
    }

    /// Two were accepted concurrently: the text that counts is accepted last.
    @Test func twoAcceptances() throws {
        let (decision, _, after) = try carrying([
            Self.accepted,
            .fact(9, .accepted(6, "Q", author: .ravi, also: [7]), base: 3, source: 2),
        ])
        #expect(types(decision) == ["proposal.accepted", "proposal.accepted"])
        #expect(states(after) == ["P accepted", "P accepted", "Q accepted", "Q accepted"])
        #expect(after.unit("fr", Self.new).text?.value == Value("Q"))
    }

    @Test func whatWasTakenBackStaysOpen() throws {
        let (decision, _, after) = try carrying([
            Self.accepted,
            .fact(9, .set("Titre"), base: 8, source: 2, copies: 3, undoes: [8]),
        ])
        #expect(types(decision) == ["translation.set"])
        #expect(states(after) == ["P open", "P open", "Q open", "Q open"])
    }

    /// A frozen language does not block the others.
    @Test func aTextOfAFrozenLanguageIsLeftOut() throws {
        let (decision, _, _) = try carrying([
            .language(11, in: "de"), .fact(12, .set("Titel"), in: "de", source: 2),
            .fact(9, .set("X"), base: 3, source: 2), .setting(13, "frozen", ["fr"]),
        ])
        #expect(decision.events.map(\.locale) == ["de"])
        #expect(decision.leftOut.map(\.refusal.code) == [.frozen])
    }

    @Test func onlyAReviewerDecides() throws {
        let reviewers = Event.setting(
            10, "reviewers",
            .object { $0.add("fr", .array([.string("ravi@example.org")])) })
        let (decision, _, after) = try carrying([Self.accepted], by: .ines, settings: [reviewers])
        #expect(decision.events.isEmpty)
        #expect(decision.leftOut.map(\.refusal.code) == [.notReviewer])
        #expect(after.unit("fr", Self.new).text?.value == Value("Titre"))
        let other = try carrying([Self.accepted], by: .ravi, settings: [reviewers])
        #expect(types(other.decision) == ["proposal.accepted"])
    }

    @Test func nobodyDecidesOnTheirOwnWhereASecondPersonIsWanted() throws {
        let setting = Event.setting(10, "self-review", .bool(false))
        let (decision, _, _) = try carrying([Self.accepted], by: .ines, settings: [setting])
        #expect(decision.leftOut.map(\.refusal.code) == [.selfReview])
    }

    /// A proposal that was made for the carried text is not outdated by it.
    @Test func proposalsThatSawTheText() throws {
        let (decision, before, after) = try carrying([
            .fact(8, .set("X"), base: 3, source: 2),
            .fact(9, .made("Y", HashedGuid("fifth")), base: 8, source: 2),
            .fact(10, .made("Z", HashedGuid("sixth")), base: 3, source: 2),
        ])
        #expect(types(decision) == ["translation.set", "proposal.made", "proposal.made"])
        let fresh = after.unit("fr", Self.new).proposals.filter { !before.contains($0.id) }
        #expect(fresh.map(\.isOutdated) == [false, true])
    }
}
