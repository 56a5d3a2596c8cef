import EventStore
import Foundation
import GitEventStore
import Glibc

/// Durable appends in this process, one at a time, beside libgit2 alone.
struct AppendCase: BenchmarkCase {
    static let name = "append"
    static let summary =
        "durable appends in process beside blob, trees, commit and reference through libgit2 alone"

    /// How many appends a round makes.
    private static let appends = 25

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
