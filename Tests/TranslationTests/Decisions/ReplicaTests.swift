import TestSupport
import Testing
import Translation

/// Three people who decide on what they have, and exchange events when they like.
struct ReplicaTests {
    /// What was exchanged in whatever order folds to one state, and nobody's decision is lost.
    @Test(arguments: 0..<200)
    func replicasThatExchangedEverythingAgree(seed: Int) throws {
        var random = SplitMix64(seed: seed)
        var replicas = (0..<3).map { _ in EventLogState(project: .app) }
        var all: [EventID: Event] = [:]
        for step in 0..<36 {
            let place = random.number(in: 0...2)
            if random.chance(1, in: 4) {
                let other = random.number(in: 0...2)
                for event in replicas[other].allEvents.shuffled(using: &random)
                where random.chance(9, in: 10) {
                    replicas[place].evolve(event)
                }
            } else if let events = try decide(step, on: replicas[place], place, &random) {
                for event in events {
                    replicas[place].evolve(event)
                    all[event.id] = event
                }
            }
        }
        for place in replicas.indices {
            for event in all.values.shuffled(using: &random) { replicas[place].evolve(event) }
        }
        #expect(replicas[0].rendering == replicas[1].rendering)
        #expect(replicas[1].rendering == replicas[2].rendering)
        #expect(replicas[0].allEvents.count == all.count)
        #expect(
            replicas[0].allEvents.map(\.line) == all.values.sorted { $0.id < $1.id }.map(\.line))
    }

    /// The events of a random command, or nothing where it is refused.
    private func decide(
        _ step: Int, on state: EventLogState, _ place: Int, _ random: inout SplitMix64
    ) throws -> [Event]? {
        let actors: [Actor] = [.ines, .ravi, Actor(name: "Mo", email: "mo@example.org")]
        do {
            return try DecisionCase.decide(
                random.command(on: state), state, by: actors[place],
                guid: HashedGuid("guid \(place)"), seed: Int(random.next() >> 2)
            ).events
        } catch is Refusal {
            return nil
        }
    }
}
