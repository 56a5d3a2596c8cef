import ReadModel
import TestKit
import TestWorld
import Testing
import Translation
import Workspace

/// The read model after histories in which events vanish and arrive late.
@Suite struct CatchUpTests {
    @Test(arguments: 0..<3)
    func catchingUpIsRebuilding(seed: Int) throws {
        var random = SplitMix64(seed: seed)
        let sandbox = try Sandbox.withProject(seed: UInt64(seed))
        sandbox.perform(["locale add fr fr-CA", "string add greeting Hello"], in: "app")
        try sandbox.clone("app", to: "work")
        try sandbox.git("tag", "start", in: "work")
        let workspace = try sandbox.open("work")
        let writer = RandomWriter(workspace, guid: "guid-of-ines")
        var history = History(sandbox: sandbox, directory: "work")
        for round in 0..<8 {
            for _ in 0..<random.number(in: 1...4) {
                try writer.step(using: &random)
                sandbox.advanceClock(milliseconds: Int64(random.number(in: 0...2000)))
            }
            let step = try history.disturb(using: &random)
            try workspace.expectCaughtUp("after \(step) in round \(round)")
        }
        let caughtUp = try workspace.read { try $0.model.digest() }
        #expect(try workspace.foldedDigest(using: &random) == caughtUp)
        #expect(try workspace.rebuild().digest == caughtUp)
    }

    /// Moves a branch with plain Git, past the program.
    private struct History {
        let sandbox: Sandbox
        let directory: String
        private var leftBehind = 0

        init(sandbox: Sandbox, directory: String) {
            self.sandbox = sandbox
            self.directory = directory
        }

        mutating func disturb(using random: inout SplitMix64) throws -> String {
            let commits = try git("rev-list", "--no-merges", "start..HEAD")
                .split(separator: "\n").map(String.init)
            switch random.number(in: 0...3) {
            case 0 where !commits.isEmpty:
                leftBehind += 1
                try git("tag", "left-\(leftBehind)")
                let target = random.pick(commits)
                try git("reset", "-q", "--hard", target)
                return "reset"
            case 1 where !commits.isEmpty: return try revert(random.pick(commits))
            case 2 where leftBehind > 0:
                let tag = "left-\(random.number(in: 1...leftBehind))"
                try git("merge", "-q", "--no-edit", tag)
                return "merge of \(tag)"
            default: return "nothing"
            }
        }

        /// A commit that is already gone cannot be reverted; then nothing happens.
        private func revert(_ commit: String) throws -> String {
            let result = try sandbox.execute(
                "/usr/bin/env", ["git", "revert", "--no-edit", commit], in: directory)
            guard result.status != 0 else { return "revert" }
            _ = try sandbox.execute("/usr/bin/env", ["git", "revert", "--abort"], in: directory)
            try git("reset", "-q", "--hard")
            return "failed revert"
        }

        @discardableResult
        private func git(_ arguments: String...) throws -> String {
            let result = try sandbox.execute("/usr/bin/env", ["git"] + arguments, in: directory)
            try #require(result.status == 0, "git \(arguments): \(result.errors)")
            return result.output
        }
    }
}
