import EventStore
import Git
import GitEventStore
import TestKit
import TestWorld
import Testing
import Translation

@Suite struct PlacementTests {
    private let author = Author(name: "Ines", email: "ines@example.org", seconds: 1_795_253_400)

    @Test func firstFileOpensADirectoryNamedByItsTime() throws {
        let log = try Log()
        try log.append(["01JD6Q3ZK8V7M2T4C9B0XWYRGH"])
        try log.append(["01JD6Q4000V7M2T4C9B0XWYRGH"])
        #expect(
            try log.paths() == [
                "fr/01JD6/01JD6Q3ZK8V7M2T4C9B0XWYRGH.jsonl",
                "fr/01JD6/01JD6Q4000V7M2T4C9B0XWYRGH.jsonl",
            ])
    }

    @Test func aFullDirectoryIsLeftAlone() throws {
        let log = try Log()
        let names = log.names(66, every: 60_000)
        try log.append(Array(names[..<64]))
        try log.append([names[64]])
        try log.append([names[65]])
        let directories = try log.directories()
        // The second name has one more character, because both directories begin within nine hours.
        #expect(directories == ["fr/01JD7": 64, "fr/01JD7D": 2])
    }

    @Test func oneAppendPlacesItsFilesAsManyWould() throws {
        let one = try Log()
        let many = try Log()
        let names = one.names(1500, every: 1000)
        try one.append(names)
        for start in stride(from: 0, to: names.count, by: 100) {
            try many.append(Array(names[start..<start + 100]))
        }
        #expect(try one.paths() == many.paths())
    }

    /// However many events a day has, directories stay small, and an append writes few of them.
    @Test func noDirectoryGrowsLarge() throws {
        let log = try Log()
        let names = log.names(8000, every: 10)
        try log.append(names)
        let sizes = try log.sizes()
        #expect(sizes.values.max() ?? 0 <= 64)
        #expect(try log.paths().allSatisfy { $0.split(separator: "/").count <= 4 })
    }

    @Test func manyDirectoriesTakeALevelMore() throws {
        let log = try Log()
        try log.append(log.names(16 * 64 + 1, every: 60_000))
        let depths = try log.paths().map { $0.split(separator: "/").count }
        #expect(depths.count { $0 == 3 } == 16 * 64)
        #expect(depths.count { $0 == 4 } == 1)
    }

    @Test func aFileFromThePastGoesWhereItsTimeIs() throws {
        let log = try Log()
        let names = log.names(64, every: 86_400_000)
        try log.append(Array(names[1..<33]))
        try log.append([names[63]])
        try log.append([names[0]])
        let paths = try log.paths()
        // The id precedes all others, and therefore belongs to the first directory.
        #expect(
            paths.contains {
                $0.hasSuffix("\(names[0]).jsonl") && $0.hasPrefix("fr/\(names[1].prefix(5))/")
            })
    }

    /// A clock that was ahead leaves a directory behind, which attracts no files with the present
    /// time.
    @Test func aClockAheadAttractsNobody() throws {
        let log = try Log()
        let names = log.names(70, every: 60_000)
        try log.append(Array(names[..<64]))
        try log.append(["01ZZZZ0000V7M2T4C9B0XWYRGH"])
        try log.append(Array(names[64...]))
        #expect(try log.directories() == ["fr/01JD7": 64, "fr/01JD7D": 6, "fr/01ZZZ": 1])
    }

    @Test func segmentsLieByTheirContents() throws {
        let log = try Log()
        let name = "s-a3" + String(repeating: "0", count: 62)
        try log.append([name])
        try log.append(["01JD6Q3ZK8V7M2T4C9B0XWYRGH"])
        #expect(
            try log.paths() == [
                "fr/01JD6/01JD6Q3ZK8V7M2T4C9B0XWYRGH.jsonl", "fr/s-a3/\(name).jsonl",
            ])
    }

    /// If two branches each create directories, plain Git merges them to both.
    @Test func branchesMergeToTheDirectoriesOfBoth() throws {
        let log = try Log()
        let names = log.names(400, every: 30_000)
        try log.append(Array(names[..<50]))
        try log.sandbox.git("clone", "-q", "repo", "other")
        let other = try log.clone("other")
        let mine = names[50...].enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
        let theirs = names[50...].enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(
            \.element)
        for start in stride(from: 0, to: mine.count, by: 35) {
            try log.append(Array(mine[start..<min(start + 35, mine.count)]))
            try other.append(Array(theirs[start..<min(start + 35, theirs.count)]))
        }
        try log.sandbox.git("worktree", "add", "-q", "../tree", "translations", in: "repo")
        try log.sandbox.git(
            "pull", "-q", "--no-rebase", "--no-edit", "../other", "translations", in: "tree")
        let paths = try log.paths()
        #expect(paths.count == 400)
        #expect(try log.sizes().values.max() ?? 0 <= 2 * 64)
        try log.append(["01JD7Q3ZK8V7M2T4C9B0XWYRGH"])
        #expect(try log.paths().count == 401)
    }
}

/// A log in a separate repository.
private struct Log {
    let sandbox: Sandbox
    let store: GitEventStore
    private let start: UInt64 = 1_732_190_400_000

    init() throws {
        sandbox = try Sandbox()
        store = try sandbox.gitStore()
    }

    private init(sandbox: Sandbox, store: GitEventStore) {
        self.sandbox = sandbox
        self.store = store
    }

    /// Clones the log within the sandbox.
    func clone(_ directory: String) throws -> Log {
        Log(
            sandbox: sandbox,
            store: GitEventStore(
                repository: try .open(at: sandbox.directory + "/" + directory),
                branch: store.branch))
    }

    /// Returns ids at a fixed interval in milliseconds.
    func names(_ count: Int, every milliseconds: UInt64) -> [String] {
        (0..<UInt64(count)).map { index in
            var clock = EventClock(
                last: nil, now: start + index * milliseconds, random: SplitMix64(seed: index))
            return clock.next().description
        }
    }

    func append(_ names: [String]) throws {
        let head = try #require(try store.head())
        _ = try store.append(
            Addition(
                files: names.map {
                    NewFile(folder: "fr", name: $0, content: Array("{}\n".utf8))
                }, message: "add\n",
                author: Author(name: "Ines", email: "ines@example.org", seconds: 1_795_253_400)),
            expecting: head)
    }

    func paths() throws -> [String] {
        let head = try #require(try store.head())
        return try store.difference(from: nil, to: head).map(\.path)
    }

    /// Returns the number of files in each directory.
    func directories() throws -> [String: Int] {
        try paths().reduce(into: [:]) { counts, path in
            counts[String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]), default: 0] += 1
        }
    }

    /// Returns the number of entries in each directory.
    func sizes() throws -> [String: Int] {
        var entries: [String: Set<Substring>] = [:]
        for path in try paths() {
            let names = path.split(separator: "/")
            for level in 1..<names.count {
                entries[names[..<level].joined(separator: "/"), default: []].insert(names[level])
            }
        }
        return entries.mapValues(\.count)
    }
}
