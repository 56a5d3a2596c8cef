import EventStore
import Git
import GitEventStore
import Sync
import TestKit
import TestWorld
import Testing
import Workspace

/// However plain Git or a host's button merges branches, all events are kept, and no question is
/// asked.
@Suite struct MergeLawTests {
    /// The ways to merge branches.
    enum Way: String, CaseIterable {
        case merge, octopus, squash, rebase, cherryPick
        case hostMerge, hostSquash, hostRebase, mergeQueue
    }

    /// Possible Git settings of a user.
    private static let settings = [
        [],
        ["merge.directoryRenames=true", "merge.renames=true"],
        ["merge.directoryRenames=true", "merge.renames=copies", "diff.renames=copies"],
        ["merge.renames=false", "merge.conflictStyle=diff3"],
    ]

    @Test(arguments: Fork.seeds(1), [false, true])
    func everyWayKeepsEveryEvent(seed: Int, isGathered: Bool) throws {
        var random = SplitMix64(seed: seed)
        let fork = try Fork(seed: 100 + seed, topics: 2)
        if isGathered { try gather(fork.sandbox, "main", using: &random) }
        for way in Way.allCases {
            try fork.copy(way.rawValue)
            for setting in random.pick(Self.settings) {
                let pair = setting.split(separator: "=").map(String.init)
                try fork.sandbox.git("config", pair[0], pair[1], in: way.rawValue)
            }
            try combine(way, fork)
            #expect(try fork.sandbox.rebuiltDigest(way.rawValue) == fork.digest, "\(way)")
            let report = try RepositoryCheck(fork.sandbox.open(way.rawValue)).run()
            #expect(report.isOK, "\(way): \(report.problems)")
        }
        try expectUniting(fork)
        try fork.sandbox.expectSoundObjects("united")
    }

    private func combine(_ way: Way, _ fork: Fork) throws {
        let git = fork.sandbox
        let place = way.rawValue
        switch way {
        case .octopus:
            try git.git("merge", "-q", "--no-edit", "origin/topic", "origin/other", in: place)
        case .mergeQueue:
            // A host builds the merges on top of each other, tests them, and moves the branch at
            // the end.
            try git.git("checkout", "-q", "-b", "queue", in: place)
            for topic in fork.topics {
                try git.git("merge", "-q", "--no-ff", "--no-edit", "origin/\(topic)", in: place)
            }
            try git.git("checkout", "-q", "translations", in: place)
            try git.git("merge", "-q", "--ff-only", "queue", in: place)
        default:
            for topic in fork.topics { try combine(way, "origin/\(topic)", place, git) }
        }
    }

    private func combine(_ way: Way, _ topic: String, _ place: String, _ git: Sandbox) throws {
        switch way {
        case .merge: try git.git("merge", "-q", "--no-edit", topic, in: place)
        case .hostMerge:
            try git.git("merge", "-q", "--no-ff", "-m", "Merge pull request #1", topic, in: place)
        case .squash:
            try git.git("merge", "-q", "--squash", topic, in: place)
            try git.git("commit", "-q", "--no-edit", in: place)
        case .hostSquash:
            try git.git("merge", "-q", "--squash", topic, in: place)
            try git.git("commit", "-q", "-m", "All of it (#1)", in: place)
        case .rebase, .hostRebase:
            let name = "rebased-\(topic.split(separator: "/").last ?? "")"
            try git.git("checkout", "-q", "-b", name, topic, in: place)
            try git.git("rebase", "-q", "translations", in: place)
            try git.git("checkout", "-q", "translations", in: place)
            try git.git("merge", "-q", way == .rebase ? "--ff-only" : "--no-ff", name, in: place)
        case .cherryPick:
            try git.git("cherry-pick", "translations..\(topic)", in: place)
        case .octopus, .mergeQueue: break
        }
    }

    /// Expects the same result of merging in either order, even with commits that a host squashed
    /// before.
    private func expectUniting(_ fork: Fork) throws {
        let git = fork.sandbox
        for (name, order) in [
            ("united", ["translations", "origin/topic", "origin/other"]),
            ("mixed", ["origin/other", "origin/topic", "translations"]),
        ] {
            try fork.copy(name)
            try git.git("fetch", "-q", "../squash", "translations:squashed", in: name)
            let store = try git.open(name).store
            var tips = try (order + ["squashed"]).map { revision in
                try store.position(of: store.repository.resolve(revision: revision))
            }
            var united = tips.removeFirst()
            for tip in tips {
                united = try store.unite(
                    united, with: tip, message: "unite\n",
                    author: .init(name: "Ines", email: "ines@example.org", seconds: 0))
                #expect(try store.lostEvents(from: tip, to: united).isEmpty)
            }
            try git.git("reset", "-q", "--hard", united.commit, in: name)
            #expect(try git.rebuiltDigest(name) == fork.digest)
            let report = try RepositoryCheck(git.open(name)).run()
            #expect(report.isOK, "\(report.problems)")
        }
    }

    /// Moves up to half of each language's files into a segment, as gathering does.
    ///
    /// Each directory keeps a file, because Git treats an empty one as renamed.
    private func gather(
        _ git: Sandbox, _ place: String, using random: inout SplitMix64
    ) throws {
        let folders = try git.git("ls-tree", "--name-only", "HEAD", "events/", in: place)
        for folder in folders.split(separator: "\n").map(String.init) {
            let files = try git.git("ls-files", folder, in: place).split(separator: "\n")
                .map(String.init).shuffled(using: &random)
            var content = ""
            var kept: Set<Substring> = []
            let spare = files.filter { file in
                !kept.insert(file.prefix(upTo: file.lastIndex(of: "/") ?? file.endIndex)).inserted
            }
            guard !spare.isEmpty else { continue }
            for file in spare.prefix((files.count + 1) / 2) {
                content += try git.read("\(place)/\(file)")
                try git.git("rm", "-q", file, in: place)
            }
            try git.write(content, to: "\(place)/segment")
            let sum = try git.execute("/usr/bin/env", ["sha256sum", "segment"], in: place).output
            try git.execute("/bin/mkdir", ["-p", folder], in: place)
            try git.execute(
                "/bin/mv", ["segment", "\(folder)/s-\(sum.prefix(64)).jsonl"], in: place)
        }
        try git.git("add", "events", in: place)
        try git.git("commit", "-q", "--no-verify", "-m", "gather", in: place)
    }
}
