import Sync
import TestKit
import TestWorld
import Testing
import Translation
import Workspace

/// Clones with concurrent work that only plain Git merges.
@Suite struct ConvergenceTests {
    private static let names = ["one", "two", "three"]

    @Test(arguments: 0..<3)
    func clonesAgreeOnceAllIsExchanged(seed: Int) throws {
        var random = SplitMix64(seed: seed)
        let sandbox = try Sandbox.withProject(seed: UInt64(seed))
        sandbox.perform(
            ["locale add fr fr-CA", "string add greeting Hello", "string add -s auth x y"],
            in: "app")
        for name in Self.names { try sandbox.clone("app", to: name) }
        // Their clocks differ by hours.
        let workspaces = try Self.names.map { name in
            try sandbox.open(
                name, guid: "guid-of-\(name)",
                skew: Int64(random.number(in: -10_000_000...10_000_000)))
        }
        for _ in 0..<20 {
            let index = random.number(in: 0...2)
            if random.chance(4, in: 5) {
                try RandomWriter(workspaces[index], guid: "guid-of-\(Self.names[index])")
                    .step(using: &random)
                sandbox.advanceClock(milliseconds: Int64(random.number(in: 0...5000)))
            } else {
                try pull(
                    Self.names[(index + random.number(in: 1...2)) % 3], Self.names[index], sandbox)
            }
        }
        try exchangeAll(sandbox, &random)

        let digests = try workspaces.map { try $0.rebuild().digest }
        #expect(Set(digests).count == 1)
        for (name, workspace) in zip(Self.names, workspaces) {
            #expect(try workspace.foldedDigest(using: &random) == digests[0])
            let report = try RepositoryCheck(workspace).run()
            #expect(report.isOK, "\(report.problems)")
            try sandbox.expectSoundObjects(name)
            #expect(try sandbox.git("status", "--porcelain", in: name) == "")
        }
    }

    /// Merges the branch of `other`; Git must find no conflict.
    private func pull(_ other: String, _ name: String, _ sandbox: Sandbox) throws {
        try sandbox.git("fetch", "-q", "../\(other)", "translations", in: name)
        try sandbox.git("merge", "-q", "--no-edit", "FETCH_HEAD", in: name)
    }

    /// Pulls in random order until all have the same files.
    private func exchangeAll(_ sandbox: Sandbox, _ random: inout SplitMix64) throws {
        let pairs = Self.names.flatMap { a in Self.names.filter { $0 != a }.map { (a, $0) } }
        for _ in 0..<10 {
            let trees = try Self.names.map { name in
                try sandbox.git("rev-parse", "translations:events", in: name)
            }
            if Set(trees).count == 1 { return }
            for (from, to) in pairs.shuffled(using: &random) { try pull(from, to, sandbox) }
        }
        Issue.record("The clones do not come to rest.")
    }
}
