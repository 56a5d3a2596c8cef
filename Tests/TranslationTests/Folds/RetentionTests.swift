import TestKit
import Testing
import Texts
import Translation

/// The events that a new beginning of the log leaves out.
struct RetentionTests {
    /// Returns the numbers of the omitted events.
    private func omitted(_ events: [Event], before limit: Int = 100) -> [Int] {
        Retention.of(EventLogState(project: .app, events: events), before: .number(limit)).omitted
            .map(\.number).sorted()
    }

    /// Returns an event by a tester, unless a person is given.
    private func fact(
        _ number: Int, _ payload: Payload, by actor: Actor? = nil, undoes: [Int] = [],
        idem: String? = nil
    ) -> Event { .fact(number, payload, by: actor, undoes: undoes, idem: idem) }

    @Test func rejectedAndSupersededProposalsOfTestersAreOmitted() {
        let events = [
            Event.source(1, .defined("Title")),
            fact(2, .made("A")),
            fact(3, .made("B", replaces: 2)),
            fact(4, .comment(3)), fact(5, .endorsed(3, .second)),
            fact(6, .rejected(3), by: .ines),
            fact(7, .made("C")), fact(8, .comment(7)), fact(9, .comment(nil)),
        ]
        #expect(omitted(events) == [2, 3, 4, 5, 6])
        // Nothing is omitted before everything about it is old.
        #expect(omitted(events, before: 3) == [])
        #expect(omitted(events, before: 6) == [2])
        #expect(omitted(events, before: 7) == [2, 3, 4, 5, 6])
    }

    @Test func whatPeopleProposedIsKept() {
        #expect(
            omitted([
                fact(1, .made("A"), by: .ravi), fact(2, .rejected(1), by: .ines),
            ]) == [])
    }

    @Test func acceptedWithdrawnAndOpenProposalsAreKept() {
        #expect(
            omitted([
                fact(1, .made("A")), fact(2, .accepted(1, "A"), by: .ines),
                fact(3, .rejected(1), by: .ravi), fact(4, .made("B", .second)),
                fact(5, .deleted(4, .second)), fact(6, .made("C", HashedGuid("third"))),
            ]) == [])
    }

    /// The proposal 2 is open again if 3 is missing.
    @Test func aSuccessorOfAKeptProposalIsKept() {
        let events = [
            fact(1, .made("A"), by: .ravi),
            fact(2, .made("B", replaces: 1)), fact(3, .rejected(2), by: .ines),
        ]
        #expect(omitted(events) == [])
    }

    @Test func referencesKeepAProposal() {
        let events = [fact(1, .made("A")), fact(2, .rejected(1), by: .ines)]
        #expect(omitted(events) == [1, 2])
        let copy = Event.fact(3, .made("A"), string: .button, copies: 1)
        #expect(omitted(events + [copy]) == [])
        let other = Event.fact(3, .set("B"), string: .button, undoes: [2])
        #expect(omitted(events + [other]) == [])
        #expect(omitted(events + [fact(3, .accepted(1, "A"), by: .ines)]) == [])
    }

    /// An alias of an omitted event would count instead of it.
    @Test func repeatedRequestsAreKept() {
        let events = [
            fact(1, .made("A"), idem: "key"), fact(2, .rejected(1), by: .ines),
            fact(3, .made("A"), idem: "key"),
        ]
        #expect(omitted(events) == [])
        #expect(omitted(Array(events.prefix(2))) == [1, 2])
    }

    /// The tester wrote the text before the machine did, so the text is a person's.
    @Test func theAuthorshipOfTextsIsKept() {
        func events(_ text: String) -> [Event] {
            [
                fact(1, .made(text)), fact(2, .rejected(1), by: .ines),
                fact(3, .made("A", .second, origin: .machine("apertium")), by: .ravi),
                fact(4, .set("A"), by: .ines),
            ]
        }
        #expect(omitted(events("A")) == [])
        #expect(omitted(events("B")) == [1, 2])
    }

    /// Whatever happened, nothing but the omitted events is missing from the state.
    @Test func theRestOfTheStateStays() throws {
        var count = 0
        for seed in 0..<300 {
            var random = SplitMix64(seed: seed)
            let events = try RandomReplicas(seed: seed, steps: 80).all.values
                .sorted { $0.id < $1.id }
                .map { event in
                    var event = event
                    let isTester = event.payload.typeName == "proposal.made"
                    if isTester, random.chance(3, in: 4) { event.actor = nil }
                    return event
                }
            let later = events.suffix(events.count / 2)
            guard let limit = later.randomElement(using: &random)?.id else { continue }
            let before = EventLogState(project: .app, events: events)
            let omitted = Retention.of(before, before: limit).omitted
            let after = EventLogState(
                project: .app, events: events.filter { !omitted.contains($0.id) })
            #expect(after.facts(without: []) == before.facts(without: omitted), "\(seed)")
            #expect(omitted.allSatisfy { $0 < limit })
            count += omitted.count
        }
        #expect(count > 20)
    }
}

extension Retention {
    fileprivate static func of(_ state: EventLogState, before limit: EventID) -> Retention {
        var retention = Retention(before: limit)
        for case .unit(let locale, let string) in state.subjects {
            retention.consider(locale, string, in: state)
        }
        for event in state.allEvents { retention.keepReferences(of: event) }
        return retention
    }
}

extension EventLogState {
    /// The complete state, one line for each fact, without the proposals and remarks in `omitted`.
    fileprivate func facts(without omitted: Set<EventID>) -> [String] {
        subjects.flatMap { subject -> [String] in
            guard case .unit(let locale, let string) = subject else {
                return [EventLogState(project: project, events: events(of: subject)).rendering]
            }
            let unit = unit(locale, string)
            let name = "\(locale) \(string)"
            let texts = [unit.text, unit.reviewedText, unit.humanText, unit.humanReviewedText]
            var lines = texts.compactMap(\.self).map { text in
                "\(name) \(text.id) \(text.value) \(text.author?.email ?? "-") "
                    + "\(text.reviewer?.email ?? "-") \(text.authorship) \(text.isReviewed) "
                    + "\(text.isFlagged) \(text.isStale)"
            }
            lines.append("\(name) \(unit.register.heads) \(unit.register.losers)")
            lines += unit.proposals.filter { !omitted.contains($0.id) }.map { proposal in
                "\(name) \(proposal.id) \(proposal.state) \(proposal.proposer?.email ?? "-") "
                    + "\(String(describing: proposal.decision?.id)) \(proposal.isOutdated) "
                    + "\(proposal.endorsements) \(proposal.comments) \(proposal.refusals)"
            }
            lines += unit.remarks.map(\.id).filter { !omitted.contains($0) }.map { "\(name) \($0)" }
            // A unit that consists of omitted events is like none.
            return unit.events.allSatisfy { omitted.contains($0.id) } ? [] : lines
        }.filter { !$0.isEmpty }.sorted()
    }
}
