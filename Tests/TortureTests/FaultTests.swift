import Foundation
import TestSupport
import Testing

/// Every system call that a write makes, disturbed one after the other.
@Suite struct FaultTests {
    private typealias Expectation = (Fault.Ending, Scene) -> [String]

    /// Disturbs a victim, each time in a copy of the same repository, and looks at what is left.
    ///
    /// In the long form at every call by every fault; else a few times, chosen by the seed.
    private func disturb(
        _ victim: Victim, _ faults: [Fault], few: Int, _ expectation: Expectation
    ) throws {
        let base = try Scene(isCheckedOut: victim.isCheckedOut)
        try victim.prepare(base, 0)
        let words = try victim.words(base, 1)
        let undisturbed = try Fault.none.disturb(words, at: 0, in: base.copy())
        try #require(undisturbed.result.status == 0, "\(undisturbed)")
        let total = try #require(undisturbed.total)
        #expect(total > 20)
        var choices = faults.flatMap { fault in (1...total).map { (fault, $0) } }
        if !Torture.isLong {
            var random = Torture.generator(victim.name)
            choices = Array(choices.shuffled(using: &random).prefix(few))
        }
        var hits = 0
        for (fault, number) in choices {
            let scene = try base.copy()
            let ending = try fault.disturb(words, at: number, in: scene)
            if ending.hit != nil { hits += 1 }
            let problems = try expectation(ending, scene) + scene.problems()
            #expect(
                problems == [],
                "\(victim.name), \(fault.name), call \(number) of \(total): \(ending)")
        }
        print("torture: \(victim.name): \(hits) of \(choices.count) runs were disturbed")
        #expect(hits > 0)
    }

    @Test(arguments: Victim.all)
    func aKillAtAnyCallLosesNothing(victim: Victim) throws {
        try disturb(victim, [.kill, .torn], few: 4) { ending, _ in
            (ending.result.status == SIGKILL) == (ending.hit != nil) ? [] : ["not killed"]
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
        try disturb(victim, Self.failures, few: 4) { ending, scene in
            var problems: [String] = []
            let result = ending.result
            switch result.status {
            case 0: break
            case 2:
                let isRefusal =
                    result.errors.contains("\"hint\":") || result.errors.contains("hint: ")
                if !isRefusal { problems.append("no hint") }
                if result.output != "" { problems.append("an answer beside a refusal") }
                // Who cannot even remove files cannot tidy up.
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
