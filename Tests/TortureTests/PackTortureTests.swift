import Foundation
import Git
import TestWorld
import Testing

/// A server whose commits become packs, killed at system calls of its own and of its `git repack`.
@Suite(.timeLimit(.minutes(20))) struct PackTortureTests {
    /// Kills the server instead of one of its calls, or in the middle of it.
    ///
    /// The first calls open the project, and a commit makes some twenty.
    @Test(arguments: [Fault.kill, Fault.torn])
    func aServerThatDiesAtAnyCallLosesNothing(fault: Fault) throws {
        var random = Torture.generator("packs, \(fault.name)")
        let scene = try Scene()
        var hits = 0
        for round in 1...Torture.rounds(short: 3, long: 150) {
            let number = Int.random(in: 1...1_200, using: &random)
            let hit = try disturb(
                scene, fault, at: number, of: "dragoman-server", round, until: 4_000)
            if hit != nil { hits += 1 }
            let problems = try scene.problems() + packProblems(scene)
            #expect(problems == [], "round \(round), call \(number): \(hit ?? "none")")
            if !problems.isEmpty { break }
        }
        #expect(hits > 0)
    }

    /// The server goes on, and repacks again.
    @Test(arguments: [Fault.kill, Fault.torn, .failure("no space", ENOSPC, lasts: true)])
    func aRepackingThatFailsAtAnyCallLosesNothing(fault: Fault) throws {
        var random = Torture.generator("repacking, \(fault.name)")
        let scene = try Scene()
        var hits = 0
        for round in 1...Torture.rounds(short: 3, long: 100) {
            let number = Int.random(in: 1...Torture.rounds(short: 10, long: 40), using: &random)
            let hit = try disturb(scene, fault, at: number, of: "git", round, until: 600)
            if hit != nil { hits += 1 }
            let problems = try scene.problems() + packProblems(scene)
            #expect(problems == [], "round \(round), call \(number): \(hit ?? "none")")
            if !problems.isEmpty { break }
        }
        #expect(hits > 0)
    }

    /// Runs a server with a fault in one call of a program, and kills it after a number of answers
    /// at the latest.
    ///
    /// Returns the faulty call.
    private func disturb(
        _ scene: Scene, _ fault: Fault, at number: Int, of program: String, _ round: Int,
        until answers: Int
    ) throws -> String? {
        let report = scene.sandbox.directory + ".report"
        defer { try? FileManager.default.removeItem(atPath: report) }
        let environment = [
            "LD_PRELOAD": try Torture.shim, "FAULT_AT": "\(number)", "FAULT_REPORT": report,
            "FAULT_ROOT": scene.sandbox.directory + "/app", "FAULT_IN": program,
        ].merging(fault.settings) { $1 }
        do {
            let server = try ServerTortureTests.serve(scene, environment: environment)
            let load = Load(server.port, round: round)
            while server.process.isRunning, load.answered < answers {
                try Task.checkCancellation()
                usleep(500)
            }
            if server.process.isRunning { try server.process.signal(SIGKILL) }
            #expect(server.process.end() == 128 + SIGKILL)
            for answer in load.end().answers {
                try scene.acknowledge(.init(status: 0, output: answer, errors: ""))
            }
        } catch is ServerProcess.NotStarted {
            // It died while it opened the project.
        }
        let lines = (try? String(contentsOfFile: report, encoding: .utf8)) ?? ""
        return lines.split(separator: "\n").first { $0.hasPrefix("hit ") }
            .map { scene.sandbox.anonymous(String($0)) }
    }

    /// Returns a problem if there are too many packs, or if nobody could combine one.
    private func packProblems(_ scene: Scene) throws -> [String] {
        let repository = try GitRepository.open(at: scene.sandbox.directory + "/app")
        var problems: [String] = []
        let packs = repository.packCount()
        if packs > PackBudget.most { problems.append("\(packs) packs") }
        repository.removeAbandonedPackFiles(olderThan: 0, now: .max)
        let left = scene.leftFiles { name in
            name.hasPrefix("objects/pack/") && !name.hasSuffix(".pack") && !name.hasSuffix(".idx")
                && !name.hasSuffix(".rev")
        }
        if !left.isEmpty { problems.append("left: \(left)") }
        return problems
    }
}
