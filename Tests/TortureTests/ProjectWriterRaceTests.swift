import Foundation
import TestWorld
import Testing

/// A server with many writing clients, killed at random, beside commands and a clone that syncs.
@Suite struct ProjectWriterRaceTests {
    @Test func whatTheWriterAcknowledgedIsThereWheneverItDies() throws {
        var random = Torture.generator("project writer")
        let scene = try Scene(.clones)
        for directory in ["app", "other"] {
            // Commands wait for the lock, because all write at once.
            try scene.sandbox.git("config", "dragoman.lockTimeout", "20000", in: directory)
        }
        for round in 1...Torture.rounds(short: 2, long: 25) {
            let commands = Torture.rounds(short: 4, long: 20)
            let delay = UInt32.random(in: 0..<1_500, using: &random)
            for answer in try disturb(scene, round, commands: commands, after: delay) {
                try scene.acknowledge(.init(status: 0, output: answer, errors: ""))
            }
            let problems = try scene.problems()
            #expect(problems == [], "round \(round)")
            if !problems.isEmpty { break }
        }
        #expect(scene.acknowledged.count > 64)
    }

    /// Runs commands and syncs beside the server, kills it some time after they are done, and
    /// returns the events that it acknowledged.
    private func disturb(
        _ scene: Scene, _ round: Int, commands: Int, after milliseconds: UInt32
    ) throws -> [String] {
        let server = try ServerTortureTests.serve(scene)
        try server.waitUntilReady()
        let load = Load(server.port, round: round)
        for step in 1...commands {
            var lines = [["-C", "app", "set", "fr", "farewell", "Text \(round) \(step)"]]
            lines.append(["-C", "app", "status"])
            if step % 4 == 0 { lines += ["app", "other"].map { ["-C", $0, "sync"] } }
            for words in lines {
                let result = try scene.sandbox.execute(try Products.dragoman, words)
                #expect(result.status == 0, "\(words): \(result)")
            }
        }
        usleep(milliseconds * 1000)
        try server.process.signal(SIGKILL)
        #expect(server.process.end() == 128 + SIGKILL)
        let acknowledged = load.end()
        #expect(acknowledged.refused == [], "round \(round)")
        return acknowledged.answers
    }
}
