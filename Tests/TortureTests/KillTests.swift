import Foundation
import TestWorld
import Testing

/// Kills at random moments, one after another in one repository, so that their remains accumulate.
@Suite struct KillTests {
    @Test(arguments: [Scene.Surroundings.nothing, .workTree, .clones])
    func killsAtRandomInstantsLoseNothing(surroundings: Scene.Surroundings) throws {
        var random = Torture.generator("kills, \(surroundings)")
        let scene = try Scene(surroundings)
        let victims = Victim.all.filter { [.nothing, surroundings].contains($0.surroundings) }
        let rounds = Torture.rounds(short: 10, long: 300)
        var killed = 0
        for round in 1...rounds {
            let victim = victims[Int.random(in: 0..<victims.count, using: &random)]
            try victim.prepare(scene, round)
            let words = try victim.words(scene, round)
            let how: String
            if Bool.random(using: &random) {
                let microseconds = UInt32.random(in: 0..<120_000, using: &random)
                how = "after \(microseconds) µs"
                if try kill(words, after: microseconds, in: scene) { killed += 1 }
            } else {
                let fault = Bool.random(using: &random) ? Fault.kill : .torn
                let number = Int.random(in: 1...160, using: &random)
                let ending = try fault.disturb(
                    words, at: number, in: scene, program: victim.program)
                how = "\(fault.name) at \(ending.hit ?? "no call")"
                if ending.hit != nil { killed += 1 }
            }
            let problems = try scene.problems(later: victim.recovery)
            #expect(problems == [], "round \(round), \(victim.name), \(how)")
            if !problems.isEmpty { break }
        }
        print("torture: \(killed) of \(rounds) commands were killed")
        #expect(killed > 0)
    }

    /// Starts a command and kills it; returns whether it was still running.
    private func kill(
        _ words: [String], after microseconds: UInt32, in scene: Scene
    ) throws -> Bool {
        // The shell stores the output, so that text printed before the death is kept. It creates
        // the file itself, because the command may die before that.
        let script = """
            : > ../answer
            "$@" > ../answer & victim=$!
            sleep \(Double(microseconds) / 1e6)
            kill -9 $victim 2>/dev/null
            wait $victim 2>/dev/null
            """
        let program = try Products.dragoman
        let result = try scene.sandbox.execute(
            "/bin/sh", ["-c", script, "sh", program] + words, in: "app")
        let answer = try scene.sandbox.read("answer")
        try scene.acknowledge(.init(status: 0, output: answer, errors: ""))
        return result.status == 137
    }
}
