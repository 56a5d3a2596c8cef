import Foundation
import TestWorld
import Testing

/// Faults in every system call of a write, one after another.
@Suite struct FaultTests {
    private typealias Expectation = (Fault.Ending, Scene) -> [String]

    /// Runs a victim with faults, each time in a copy of the same repository, and checks the
    /// result.
    ///
    /// All faults are tried at all calls if that makes at most `most` pairs; otherwise the seed
    /// selects that many.
    private func disturb(
        _ victim: Victim, _ faults: [Fault], most: Int, _ expectation: Expectation
    ) throws {
        let base = try Scene(victim.surroundings)
        try victim.prepare(base, 0)
        let words = try victim.words(base, 1)
        let undisturbed = try Fault.none.disturb(
            words, at: 0, in: base.copy(), program: victim.program)
        try #require(undisturbed.result.status == 0, "\(undisturbed)")
        let total = try #require(undisturbed.total)
        #expect(total > 10)
        var choices = faults.flatMap { fault in (1...total).map { (fault, $0) } }
        let all = choices.count
        var random = Torture.generator(victim.name)
        choices = Array(choices.shuffled(using: &random).prefix(most))
        var hits = 0
        for (fault, number) in choices {
            let scene = try base.copy()
            let ending = try fault.disturb(words, at: number, in: scene, program: victim.program)
            if ending.hit != nil { hits += 1 }
            let problems = try expectation(ending, scene) + scene.problems(later: victim.recovery)
            #expect(
                problems == [],
                "\(victim.name), \(fault.name), call \(number) of \(total): \(ending)")
        }
        print(
            "torture: \(victim.name): \(total) calls; \(hits) of \(choices.count) runs were disturbed, of \(all) possible"
        )
        #expect(hits > 0)
    }

    @Test(arguments: Victim.all)
    func aKillAtAnyCallLosesNothing(victim: Victim) throws {
        try disturb(victim, [.kill, .torn], most: Torture.rounds(short: 3, long: 300)) {
            ending, _ in
            // A command survives the death of its child.
            let isKilled = ending.hit != nil && victim.program == "dragoman"
            return (ending.result.status == SIGKILL) == isKilled ? [] : ["not killed"]
        }
    }

    private static let failures: [Fault] = [
        .failure("no space", ENOSPC, lasts: true), .failure("no space", ENOSPC, lasts: false),
        .failure("quota", EDQUOT, lasts: true), .failure("file too large", EFBIG, lasts: true),
        .failure("input/output error", EIO, lasts: false),
        .failure("input/output error", EIO, lasts: true),
        .failure("read-only", EROFS, lasts: true), .failure("interrupted", EINTR, lasts: false),
        .short,
    ]

    @Test(arguments: Victim.all)
    func aFailureAtAnyCallIsRefusedAndLeavesNothing(victim: Victim) throws {
        try disturb(victim, Self.failures, most: Torture.rounds(short: 3, long: 150)) {
            ending, scene in
            var problems: [String] = []
            let result = ending.result
            switch result.status {
            case 0: break
            case 2:
                let isRefusal =
                    result.errors.contains("\"hint\":") || result.errors.contains("hint: ")
                if !isRefusal { problems.append("no hint") }
                if result.output != "" { problems.append("an answer beside a refusal") }
                // On a read-only disk, files cannot be removed.
                let left = scene.leftFiles { $0.contains("tmp_object") || $0.hasSuffix(".new") }
                if !left.isEmpty, !result.errors.contains("Read-only") {
                    problems.append("left: \(left)")
                }
            default: problems.append("neither done nor refused")
            }
            return problems
        }
    }
}
