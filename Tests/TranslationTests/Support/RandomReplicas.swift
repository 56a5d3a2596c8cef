import TestKit
import Translation

/// Three people who decide on their own replicas, and exchange events at random.
struct RandomReplicas {
    /// The replica of each person.
    private(set) var states = (0..<3).map { _ in EventLogState(project: .app) }
    /// The events of all people, by id.
    private(set) var all: [EventID: Event] = [:]
    private var random: SplitMix64

    /// Creates the replicas and runs some steps.
    init(seed: Int, steps: Int) throws {
        random = SplitMix64(seed: seed)
        for _ in 0..<steps { try step() }
    }

    /// Gives all events to everyone, to each in another order.
    mutating func exchangeEverything() {
        for place in states.indices {
            for event in all.values.sorted(by: { $0.id < $1.id }).shuffled(using: &random) {
                states[place].evolve(event)
            }
        }
    }

    private mutating func step() throws {
        let place = random.number(in: 0...2)
        if random.chance(1, in: 4) {
            let other = random.number(in: 0...2)
            for event in states[other].allEvents.shuffled(using: &random)
            where random.chance(9, in: 10) {
                states[place].evolve(event)
            }
        } else {
            for event in try decide(place) {
                states[place].evolve(event)
                all[event.id] = event
            }
        }
    }

    /// Returns the events of a random command; none if it is refused.
    private mutating func decide(_ place: Int) throws -> [Event] {
        let actors: [Actor] = [.ines, .ravi, Actor(name: "Mo", email: "mo@example.org")]
        do {
            return try DecisionCase.decide(
                random.command(on: states[place]), states[place], by: actors[place],
                guid: HashedGuid("guid \(place)"), seed: Int(random.next() >> 2)
            ).events
        } catch is Refusal {
            return []
        }
    }
}
