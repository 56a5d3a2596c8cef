import Foundation
import Synchronization
import TestKit
import TestWorld
import Testing

/// Clones that concurrently write, sync and merge at random, through one bare repository on a real
/// server.
struct ServerRaceTests {
    private struct Answer: Decodable {
        let events: [String]
        let proposal: String?
    }
    private struct Event: Decodable {
        let id: String
    }
    private struct Checked: Decodable {
        let ok: Bool
        let digest: String
    }

    @Test(arguments: Road.Kind.possible)
    func everyCloneEndsWithTheSame(_ kind: Road.Kind) throws {
        var random = Endurance.choices(of: "everyCloneEndsWithTheSame \(kind)")
        let road = try Road(kind)
        let runners = try (0..<Endurance.rounds(short: 3, long: 6)).map { index in
            let carriage = Carriage.allCases[index % Carriage.allCases.count]
            return Runner(
                home: try road.person("person\(index)", carriage), carriage: carriage,
                random: SplitMix64(seed: random.next()))
        }
        let known = Mutex<Set<String>>([])
        let failures = Mutex<[String]>([])
        let threads = runners.map { runner in
            Thread {
                do {
                    var runner = runner
                    for round in 0..<Endurance.rounds(short: 3, long: 25) {
                        let acknowledged = try runner.step(round)
                        known.withLock { $0.formUnion(acknowledged) }
                    }
                } catch { failures.withLock { $0.append("\(runner.home.name): \(error)") } }
            }
        }
        for thread in threads { thread.start() }
        while threads.contains(where: { !$0.isFinished }) { usleep(10_000) }
        #expect(failures.withLock { $0 } == [])

        // All writers are done: the first ones have not seen the last commits.
        for _ in 0..<2 {
            for runner in runners {
                try Hub.require(runner.carriage.sync(in: "app", by: runner.home))
            }
        }
        let decoder = JSONDecoder()
        var digests: Set<String> = []
        for runner in runners {
            let home = runner.home
            let log = try home.dragoman("log", "--format", "json", in: "app")
            let ids = try decoder.decode([Event].self, from: Data(log.output.utf8)).map(\.id)
            let missing = known.withLock { $0 }.subtracting(ids)
            #expect(missing == [], "\(home.name) lacks what was acknowledged")
            #expect(ids.count == Set(ids).count)
            let checked = try home.dragoman("fsck", "--format", "json", in: "app")
            let report = try decoder.decode(Checked.self, from: Data(checked.output.utf8))
            #expect(report.ok, "\(checked)")
            digests.insert(report.digest)
            #expect(try home.defects() == "")
            #expect(try home.git("rev-parse", "translations", in: "app").output == road.hub.tip)
        }
        #expect(digests.count == 1)
        #expect(try road.hub.defects == "")
    }

    /// A user who runs random commands.
    private struct Runner: Sendable {
        let home: Home
        let carriage: Carriage
        var random: SplitMix64
        private var proposals: [String] = []

        init(home: Home, carriage: Carriage, random: SplitMix64) {
            self.home = home
            self.carriage = carriage
            self.random = random
        }

        /// Runs random commands, and returns the ids of the acknowledged events.
        mutating func step(_ round: Int) throws -> [String] {
            var acknowledged: [String] = []
            for _ in 0..<random.number(in: 1...3) {
                acknowledged += try write("\(home.name) \(round) \(random.number(in: 0...99))")
            }
            if random.chance(2, in: 3) {
                let synced = try carriage.sync(
                    in: "app", by: home, rebases: random.chance(1, in: 2))
                // A client that loses a dozen races gets the error `busy` and keeps all its events.
                if !synced.errors.contains(#""code":"busy""#) { try Hub.require(synced) }
            }
            return acknowledged
        }

        private mutating func write(_ text: String) throws -> [String] {
            let key = "key\(random.number(in: 0...2))"
            let arguments: [String] =
                switch random.number(in: 0...3) {
                case 0: ["set", "fr", key, text]
                case 1: ["propose", "fr", key, text]
                case 2: ["string", "add", text.replacing(" ", with: "."), text]
                default: proposals.popLast().map { ["accept", $0] } ?? ["comment", key, text]
                }
            let result = try home.execute(
                try Products.dragoman, arguments + ["--format", "json"], in: "app")
            // Other users may have made it impossible; a refused command acknowledges nothing.
            guard result.status != 2 else { return [] }
            try Hub.require(result)
            let answer = try JSONDecoder().decode(Answer.self, from: Data(result.output.utf8))
            if let proposal = answer.proposal, arguments[0] == "propose" {
                proposals.append(proposal)
            }
            return answer.events
        }
    }
}
