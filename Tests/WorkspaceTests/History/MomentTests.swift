import Machine
import ReadModel
import TestKit
import TestWorld
import Testing
import Translation
@testable import Workspace

/// Past states by time and by revision.
@Suite struct MomentTests {
    @Test(arguments: 0..<2)
    func theTimeOfACommitIsItsRevision(seed: Int) throws {
        var random = SplitMix64(seed: seed)
        let sandbox = try Sandbox.withProject(seed: UInt64(seed))
        sandbox.perform(["locale add fr", "string add greeting Hello"], in: "app")
        let workspace = try sandbox.open("app")
        let writer = RandomWriter(workspace, guid: "guid-of-ines")
        var moments: [(commit: String, time: Int64)] = []
        while moments.count < 8 {
            sandbox.advanceClock(milliseconds: Int64(random.pick([1, 1000, 86_400_000])))
            let time = workspace.host.now()
            if let commit = try writer.step(using: &random) { moments.append((commit, time)) }
        }
        for (commit, time) in moments {
            let (byTime, byRevision) = try workspace.read { tip in
                (
                    try #require(try tip.past(.time(time), locales: nil)),
                    try tip.past(.revision(commit), locales: nil)
                )
            }
            guard let byRevision else { continue }
            #expect(try byTime.digest() == byRevision.digest())
            #expect(try byTime.differingTables(from: byRevision) == [])
        }
        let (last, time) = try #require(moments.last)
        #expect(try sandbox.commit("translations", in: "app") == last)
        #expect(
            try workspace.read(at: .time(time)) { try $0.model.digest() }
                == workspace.read(at: .tip) { try $0.model.digest() })
        // A millisecond before the last commit, the previous one is current.
        let (before, _) = moments[moments.count - 2]
        #expect(
            try workspace.read(at: .time(time - 1)) { try $0.model.digest() }
                == workspace.read(at: .revision(before)) { try $0.model.digest() })
    }

    @Test(arguments: 0..<2)
    func aLanguageReadAloneReadsTheSame(seed: Int) throws {
        var random = SplitMix64(seed: seed + 50)
        let sandbox = try Sandbox.withProject(seed: UInt64(seed))
        sandbox.perform(["locale add fr fr-CA", "string add greeting Hello"], in: "app")
        let workspace = try sandbox.open("app")
        let commits = try RandomWriter(workspace, guid: "g").work(commits: 10, using: &random)
        let commit = commits[6]
        let whole = try workspace.read(at: .revision(commit)) { try $0.texts() }
        for locale in Set(whole.keys.map(\.locale)) {
            let texts = try workspace.read(at: .revision(commit), locales: [locale]) {
                try $0.texts().filter { $0.key.locale == locale }
            }
            #expect(texts == whole.filter { $0.key.locale == locale }, "\(locale)")
        }
    }

    @Test func aDateMeansItsEnd() throws {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(
            ["locale add fr", "string add greeting Hello", "set fr greeting Salut"], in: "app")
        sandbox.advanceClock(milliseconds: 86_400_000)
        sandbox.perform(["set fr greeting Bonjour"], in: "app")
        let get = ["get", "fr", "greeting", "--at"]
        #expect(sandbox.run(get + ["2026-11-21"], in: "app").output == "Salut\n")
        #expect(sandbox.run(get + ["2026-11-22"], in: "app").output == "Bonjour\n")
        #expect(sandbox.run(get + ["2026-11-20"], in: "app").status == 2)
        #expect(sandbox.run(get + ["2026-11-22T01:00:00+02:00"], in: "app").output == "Salut\n")
    }

    @Test func aTimeSurvivesSquashedHistory() throws {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(
            ["locale add fr", "string add greeting Hello", "set fr greeting Salut"], in: "app")
        let time = Timestamp.text(milliseconds: sandbox.host().now() - 1)
        sandbox.perform(["set fr greeting Bonjour"], in: "app")
        let tree = try sandbox.git("rev-parse", "translations^{tree}", in: "app").prefix(40)
        let squashed = try sandbox.git("commit-tree", "-m", "all", String(tree), in: "app").prefix(
            40)
        try sandbox.git("update-ref", "refs/heads/translations", String(squashed), in: "app")
        #expect(
            sandbox.run(["get", "fr", "greeting", "--at", time], in: "app").output == "Salut\n")
    }

    @Test func whatIsNoRevisionIsRefused() throws {
        let sandbox = try Sandbox.withProject()
        let workspace = try sandbox.open("app")
        try sandbox.git("tag", "release-1", "translations", in: "app")
        let refusal = try #require(throws: Refusal.self) {
            try workspace.read(at: .revision("relaese-1")) { _ in }
        }
        #expect(refusal.code == .unknownRevision)
        #expect(refusal.nearest == ["release-1"])

        let empty = try sandbox.git("mktree", in: "app").prefix(40)
        let commit = try sandbox.git("commit-tree", "-m", "empty", String(empty), in: "app").prefix(
            40)
        #expect(throws: Refusal.self) {
            try workspace.read(at: .revision(String(commit))) { _ in }
        }
    }

    @Test func timesBeforeTheEpochAreNoMoments() {
        #expect(throws: (any Error).self) { try Moment.time(text: "1969-12-31") }
        #expect(throws: Never.self) { try Moment.time(text: "1970-01-01") }
    }
}
