import EventStore
import Foundation
import GitEventStore
import Glibc

/// Durable appends in this process, one at a time and through the group queue, beside libgit2 alone.
struct AppendCase: BenchmarkCase {
    static let name = "append"
    static let summary =
        "durable appends in process beside blob, trees, commit and reference through libgit2 alone"

    /// How many appends a round makes.
    private static let appends = 25
    /// How many writers there are at the queue, and how many appends each makes in a round, one after the other.
    private static let writers = (count: 64, appends: 100)

    private let bench: Bench

    init(_ bench: Bench) { self.bench = bench }

    func run() async throws -> Findings {
        let source = try bench.cache.singleEvents(bench.options.events, bench.programs)
        let own = try bench.scratch.copy(source, as: "own")
        let raw = try bench.scratch.copy(source, as: "raw")
        bench.rest()
        let before = try Counting.looseObjects(in: own)
        let turns = try Turns.take(
            bench.rounds(21),
            [
                Side(name: "store") { round in try appendToStore(own, round) },
                Side(name: "libgit2") { round in try appendRaw(raw, round) },
            ])
        let after = try Counting.looseObjects(in: own)
        let appends = Double((turns.rounds + 1) * Self.appends)
        var findings = Findings()
        findings.add(turns)
        findings.measures["oneAtATimePerSecond"] = 1 / turns.median("store")
        findings.measures["libgit2PerSecond"] = 1 / turns.median("libgit2")
        findings.measures["oneAtATimeToLibgit2"] = turns.ratio("store", to: "libgit2")
        findings.counts["objects an append"] = Double(after.count - before.count) / appends
        findings.counts["bytes of objects an append"] = Double(after.bytes - before.bytes) / appends
        let size = try Counting.size(of: source + "/.git/objects")
        // With SQLite's log, which stays when the program ends.
        let model = "\(source)/.git/dragoman/\(SingleEvents.branch).sqlite"
        let database = try [model, model + "-wal"]
            .filter(FileManager.default.fileExists)
            .reduce(0) { try $0 + Counting.size(of: $1) }
        let recipe = SingleEvents(events: bench.options.events)
        findings.counts["bytes an event on disk, packed"] = Double(size) / Double(recipe.commits)
        findings.counts["bytes an event in the read model"] =
            Double(database) / Double(recipe.commits + recipe.strings + 1)
        findings.measures["fsyncMilliseconds"] = try syncing() * 1000
        try await measureQueue(in: source, &findings)
        return findings
    }

    /// How long the disk takes to keep a new file of the size of an object: the median of 50.
    private func syncing() throws -> Double {
        let path = bench.scratch.path + "/sync"
        let bytes = [UInt8](repeating: 120, count: 400)
        let seconds = try (0..<50).map { _ in
            let descriptor = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0o600)
            guard descriptor >= 0, write(descriptor, bytes, bytes.count) == bytes.count else {
                throw RecipeFailure(reason: "cannot write \(path)")
            }
            defer {
                close(descriptor)
                unlink(path)
            }
            return Turns.seconds { fsync(descriptor) }
        }
        return Turns.median(seconds)
    }

    /// The strings of a round are its own.
    private func strings(_ round: Int) -> Range<Int> {
        round * Self.appends..<(round + 1) * Self.appends
    }

    private func appendToStore(_ repository: String, _ round: Int) throws -> Double {
        var writer = try OtherWriter(repository)
        let additions = try writer.additions(strings(round))
        return try Turns.seconds { try writer.append(additions) } / Double(Self.appends)
    }

    /// 64 writers at one queue, each of whom waits until his event is on disk before he hands over the next.
    private func measureQueue(
        in source: String, _ findings: inout Findings
    ) async throws {
        let repository = try bench.scratch.copy(source, as: "queue")
        let strings = SingleEvents(events: bench.options.events).strings
        let total = Self.writers.count * Self.writers.appends
        var seconds: [Double] = []
        for round in 0...bench.rounds(5) {
            let first = min(round * total, max(0, strings - total))
            var writer = try OtherWriter(repository)
            let files = try writer.additions(first..<min(first + total, strings)).map(\.files)
            let begin = ContinuousClock.now
            try await Self.append(files, to: writer.store)
            // The first round warms up.
            guard round > 0 else { continue }
            seconds.append((ContinuousClock.now - begin).inSeconds / Double(files.count))
        }
        let turns = Turns(times: ["queue": seconds])
        findings.add(turns)
        findings.measures["queuePerSecond"] = 1 / turns.median("queue")
    }

    /// Hands files to a queue from as many tasks as there are writers, and waits for them all.
    private static func append(_ files: [[NewFile]], to store: GitEventStore) async throws {
        let queue = AppendQueue(store: store) {
            Author(
                name: "Bench", email: "bench@example.org",
                seconds: Int64(Date().timeIntervalSince1970))
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<writers.count {
                group.addTask {
                    for index in stride(from: number, to: files.count, by: writers.count) {
                        _ = try await queue.append(files[index], message: "set a text\n")
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private func appendRaw(_ repository: String, _ round: Int) throws -> Double {
        var writer = try OtherWriter(repository)
        let lines = bench.scratch.path + "/lines"
        try Data(writer.lines(of: writer.additions(strings(round))))
            .write(to: URL(fileURLWithPath: lines))
        let output = bench.scratch.path + "/seconds"
        try Processes.run(
            [bench.programs.append, repository + "/.git", SingleEvents.branch],
            streams: Streams(input: lines, output: output))
        let text = try String(contentsOfFile: output, encoding: .utf8)
        guard let seconds = Double(text.filter { !$0.isWhitespace }) else {
            throw RecipeFailure(reason: "bench-append said “\(text)”")
        }
        return seconds / Double(Self.appends)
    }
}
