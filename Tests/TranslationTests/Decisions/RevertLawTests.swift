import JSON
import TestKit
import Testing
import Texts
import Translation

/// A revert restores the state before the reverted events.
struct RevertLawTests {
    /// Reverting everything since a moment restores the state at that moment; reverting the revert
    /// undoes it.
    ///
    /// Three people work, and take over all events of another person at random.
    @Test(arguments: 0..<400)
    func everythingSinceAMomentCanBeTakenBackAndPutBack(seed: Int) throws {
        var random = SplitMix64(seed: seed)
        var replicas = (0..<3).map { _ in EventLogState(project: .app) }
        let length = random.number(in: 4...24)
        for _ in 0..<length { try step(&replicas, &random) }
        let then = replicas[0]
        for _ in 0..<random.number(in: 1...20) { try step(&replicas, &random) }
        let now = replicas[0]
        let since = now.allEvents.map(\.id).filter { then.event($0) == nil }

        let reverted = try now.reverting(since)
        #expect(reverted.readings(besides: then) == then.readings(besides: then))
        let again = try reverted.reverting(
            reverted.allEvents.map(\.id).filter { now.event($0) == nil })
        #expect(again.readings(besides: now) == now.readings(besides: now))
    }

    /// Any set of events can be reverted by force, and nothing is reverted twice.
    @Test(arguments: 0..<200)
    func anythingCanBeTakenBackByForce(seed: Int) throws {
        var random = SplitMix64(seed: seed)
        var replicas = (0..<3).map { _ in EventLogState(project: .app) }
        for _ in 0..<30 { try step(&replicas, &random) }
        let state = replicas[0]
        let picked = state.allEvents.map(\.id).filter { _ in random.chance(1, in: 3) }
        let reverted = try state.reverting(picked, laterEdits: .revert)
        let more = try DecisionCase.decide(
            .revert(RevertOptions(events: picked, laterEdits: .keep)), reverted)
        #expect(more.events.isEmpty, "\(more.events.map(\.payload.typeName))")
    }

    private func step(_ replicas: inout [EventLogState], _ random: inout SplitMix64) throws {
        let place = random.number(in: 0...2)
        if random.chance(1, in: 6) {
            for event in replicas[random.number(in: 0...2)].allEvents {
                replicas[place].evolve(event)
            }
            return
        }
        let actors: [Actor] = [.ines, .ravi, Actor(name: "Mo", email: "mo@example.org")]
        do {
            let decision = try DecisionCase.decide(
                random.command(on: replicas[place]), replicas[place], by: actors[place],
                guid: HashedGuid("guid \(place)"), seed: Int(random.next() >> 2))
            for event in decision.events { replicas[place].evolve(event) }
        } catch is Refusal {
            return
        }
    }
}

extension EventLogState {
    /// Returns the state after events were reverted.
    fileprivate func reverting(
        _ ids: [EventID], laterEdits: RevertOptions.LaterEdits = .refuse
    ) throws -> EventLogState {
        let decision = try DecisionCase.decide(
            .revert(RevertOptions(events: ids, laterEdits: laterEdits)), self)
        var state = self
        for event in decision.events { state.evolve(event) }
        return state
    }

    /// The visible state: languages, settings, texts with author and review, and open proposals.
    ///
    /// Event ids and comments are left out. If several heads are equal, one of them is restored,
    /// and proposals for another are outdated. Therefore, outdatedness is ignored if `other` has
    /// such heads.
    fileprivate func readings(besides other: EventLogState) -> [String] {
        subjects.sorted().compactMap { subject in
            switch subject {
            case .locale(let tag):
                locale(tag)?.attributes.map {
                    "\(tag) \(Payload.localeAdded($0).rendering) \(locale(tag)?.register.losers.count ?? 0)"
                }
            case .setting(let name): setting(name.string).value.map { "\(name.string) \($0)" }
            case .resource(let name, let locale):
                resource(name.string, in: locale).file.path.map { "\(name.string) \($0)" }
            case .file(let name, let format, let locale):
                fileTexts(name.string, format: format.string, in: locale).texts
                    .map { "\($0.key.string) \($0.value.mark)" }.sorted().joined(separator: ",")
            case .unit(let tag, let string):
                unit(tag, string).reading(
                    isDistinct: other.unit(tag, string).register.isDistinct
                ).map { "\(tag) \(string) \($0)" }
            }
        }
    }
}

extension Unit {
    fileprivate func reading(isDistinct: Bool) -> String? {
        let open = proposals.filter { $0.state == .open }
        guard text != nil || !open.isEmpty || !register.losers.isEmpty else { return nil }
        let losers = register.losers.map { self[$0]?.payload.text.map { "\($0.json)" } ?? "-" }
        return [text?.reading ?? "-", "reviewed \(reviewedText?.reading ?? "-")", "against"]
            .joined(separator: " ") + " \(losers)"
            + open.map { proposal in
                " [\(proposal.id.number) outdated \(isDistinct && proposal.isOutdated) endorsed \(proposal.endorsements)]"
            }.joined()
    }
}

extension Register {
    /// Whether no two heads have the same value as the one that counts.
    fileprivate var isDistinct: Bool { heads.count <= losers.count + 1 }
}

extension TextState {
    fileprivate var reading: String {
        "\(value.json) by \(author?.name ?? "-") \(reviewer?.name ?? "-") \(isReviewed) \(isFlagged) \(isStale)"
    }
}

extension Payload {
    /// The fields of the payload in their stored form.
    fileprivate var rendering: String {
        let event = Event.fact(1, self, string: nil)
        return String(decoding: event.line, as: UTF8.self)
    }
}
