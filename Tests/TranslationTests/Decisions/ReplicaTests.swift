import TestWorld
import Testing
import Translation

/// Three people who decide on their own replicas, and exchange events at random.
struct ReplicaTests {
    /// Whatever the order of exchange, the replicas fold to one state, and no decision is lost.
    @Test(arguments: 0..<200)
    func replicasThatExchangedEverythingAgree(seed: Int) throws {
        var replicas = try RandomReplicas(seed: seed, steps: 36)
        replicas.exchangeEverything()
        let states = replicas.states
        let all = replicas.all.values.sorted { $0.id < $1.id }
        #expect(states[0].rendering == states[1].rendering)
        #expect(states[1].rendering == states[2].rendering)
        #expect(states[0].allEvents.count == all.count)
        #expect(states[0].allEvents.map(\.line) == all.map(\.line))
    }

    /// The independent fold, written from the page alone, agrees on all events that commands write.
    @Test(.enabled(if: SecondFold.canRun), arguments: SecondFold.batches)
    func theSecondFoldAgrees(seeds: Range<Int>) throws {
        let logs = try seeds.map { seed in
            let replicas = try RandomReplicas(seed: seed, steps: 80)
            // One replica's events, which may lack events that they name, or the events of all.
            let events = seed % 2 == 0 ? replicas.states[0].allEvents : Array(replicas.all.values)
            return SecondFold.Log("seed-\(seed)", lines: events.map(\.line))
        }
        for difference in try SecondFold(project: .app).differences(of: logs) {
            Issue.record("\(difference)")
        }
    }
}
