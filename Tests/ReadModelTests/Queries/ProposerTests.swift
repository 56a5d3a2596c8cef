import EventStore
import ReadModel
import TestWorld
import Testing
import Texts
import Translation

/// Reading and writing one guid's proposals touches no others.
struct ProposerTests {
    private static let rivals = 300

    /// Returns one text with many proposals, each by another guid.
    private func log() -> (log: SampleLog, definition: EventID) {
        var log = SampleLog()
        log.add(.localeAdded(LocaleAttributes(fallback: [SampleLog.en])), SampleLog.fr)
        let definition = log.define("title", "Title")
        for number in 0..<Self.rivals {
            log.add(made("Titre \(number)", by: number), SampleLog.fr, "title", source: definition)
        }
        return (log, definition)
    }

    private func made(_ text: String, by number: Int) -> Payload {
        .proposalMade(ProposedText(value: Value(text), guid: HashedGuid("G\(number)")))
    }

    @Test func theProposalsOfOthersAreNotRead() throws {
        let string = SampleLog.string("title")
        try log().log.model().read { model in
            let all = try model.unit(SampleLog.fr, string)
            #expect(all.events.count == Self.rivals)
            let own = try model.unit(SampleLog.fr, string, by: .only([HashedGuid("G7")]))
            #expect(own.events.count == 1)
            #expect(own.openProposal(of: HashedGuid("G7"))?.id != nil)
            #expect(try model.unit(SampleLog.fr, string, by: .nobody).events.isEmpty)
            let state = PendingState(model)
            let pending = (0..<50).map { number in
                Event(
                    id: SampleLog.id(UInt64(1_000 + number)), at: "", actor: nil,
                    locale: SampleLog.fr, string: string, payload: made("P", by: 1_000 + number))
            }
            try state.add(pending)
            let seen = try state.unit(SampleLog.fr, string, by: .only([HashedGuid("G1007")]))
            #expect(seen.events.map(\.id) == [pending[7].id])
        }
    }

    @Test func aNewProposalLeavesThoseOfOthersAsTheyAre() throws {
        var (log, definition) = log()
        let store = InMemoryEventStore()
        let model = try Projection.inMemory(project: SampleLog.project)
        try model.catchUp(with: store, to: store.append(log.files))
        #expect(try unhashedTexts(model) == 0)
        let known = log.files.count
        let own = log.add(made("Titre", by: 7), SampleLog.fr, "title", source: definition)
        log.add(
            .proposalEndorsed(Verdict(proposal: own, guid: HashedGuid("G8"))), SampleLog.fr, "title"
        )
        log.add(
            .proposalDeleted(Verdict(proposal: SampleLog.id(20), guid: HashedGuid("G17"))),
            SampleLog.fr, "title")
        let position = try store.append(log.files[known...])
        try model.catchUp(with: store, to: position)
        // The row of the state covers all proposals. It is not hashed yet, so they were not read.
        #expect(try unhashedTexts(model) == 1)
        let fresh = try Projection.inMemory(
            project: SampleLog.project, store: store, position: position, folders: nil)
        #expect(try model.differingTables(from: fresh) == [])
        #expect(try model.digest() == fresh.digest())
        let open = try model.read { model in
            try model.unit(SampleLog.fr, SampleLog.string("title")).proposals.count {
                $0.state == .open
            }
        }
        #expect(open == Self.rivals - 1)
        #expect(
            try model.read {
                try $0.hasOpenProposals(SampleLog.fr, SampleLog.string("title"), atLeast: open)
                    && !$0.hasOpenProposals(
                        SampleLog.fr, SampleLog.string("title"), atLeast: open + 1)
            })
        // An event about the whole text folds all of it.
        log.add(.translationSet(Value("Titre")), SampleLog.fr, "title", source: definition)
        try model.catchUp(with: store, to: store.append(log.files[(known + 3)...]))
        #expect(try unhashedTexts(model) == 0)
    }

    private func unhashedTexts(_ model: Projection) throws -> Int {
        try model.read { try $0.unhashedTexts() }
    }
}

/// Expects that a string looks the same with the proposals of only some guids.
func expectParts(_ state: some StateReader, of whole: Unit) throws {
    let (locale, string) = (whole.locale, whole.string)
    for guid in Set(whole.proposals.map(\.proposed.guid) + [HashedGuid("nobody's")]) {
        let part = try state.unit(locale, string, by: .only([guid]))
        expectSameText(part, whole)
        let own = part.proposals.filter { $0.proposed.guid == guid }.map(Summary.init)
        #expect(own == whole.proposals.filter { $0.proposed.guid == guid }.map(Summary.init))
        #expect(part.openProposal(of: guid)?.id == whole.openProposal(of: guid)?.id)
    }
    expectSameText(try state.unit(locale, string, by: .nobody), whole)
    let open = whole.proposals.count { $0.state == .open }
    for count in 0...(open + 2) {
        #expect(try state.hasOpenProposals(locale, string, atLeast: count) == (open >= count))
    }
}

private func expectSameText(_ part: Unit, _ whole: Unit) {
    #expect(part.register.heads == whole.register.heads)
    #expect(part.register.losers == whole.register.losers)
    #expect(part.text?.id == whole.text?.id)
    #expect(part.text?.isReviewed == whole.text?.isReviewed)
    #expect(part.text?.isStale == whole.text?.isStale)
    #expect(part.text?.author == whole.text?.author)
    #expect(part.reviewedText?.id == whole.reviewedText?.id)
    #expect(part.silencedChecks == whole.silencedChecks)
    #expect(part.definitions.current == whole.definitions.current)
    #expect(part.definitions.register.heads == whole.definitions.register.heads)
}

/// The state of a proposal, for comparisons.
private struct Summary: Equatable {
    let id: EventID
    let state: Proposal.State
    let decision: EventID?
    let isOutdated: Bool
    let proposer: Actor?
    let counts: [Int]
    let refusals: [EventID]

    init(_ proposal: Proposal) {
        id = proposal.id
        state = proposal.state
        decision = proposal.decision?.id
        isOutdated = proposal.isOutdated
        proposer = proposal.proposer
        counts = [proposal.endorsements, proposal.comments]
        refusals = proposal.refusals + proposal.contradictions
    }
}
