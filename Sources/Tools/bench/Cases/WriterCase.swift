import Dispatch
import EventStore
import Foundation
import GitEventStore
import ReadModel
import Synchronization
import Texts
import Translation
import Workspace

/// Durable proposals of 64 callers through one writer, alone and beside readers, and the same commits through
/// `GitEventStore` alone.
struct WriterCase: BenchmarkCase {
    static let name = "writer"
    static let summary =
        "proposals of 64 callers through one writer, beside the same commits without deciding and projecting"

    /// The number of callers, and of proposals that each makes in a round, one after the other.
    private static let callers = (count: 64, proposals: 40)
    /// The number of reads a second beside the writes, of readers, and of texts that one read looks up.
    private static let reads = (perSecond: 500, readers: 2, texts: 10)

    private let bench: Bench

    init(_ bench: Bench) { self.bench = bench }

    func run() async throws -> Findings {
        let source = try bench.cache.singleEvents(bench.options.events, bench.programs)
        let own = try bench.scratch.copy(source, as: "writer")
        let plain = try OtherWriter(try bench.scratch.copy(source, as: "plain")).store
        bench.rest()
        let writer = ProjectWriter(try Workspace.open(own, host: .bench))
        var times: [String: [Double]] = [:]
        var latencies: [Double] = []
        var reads: [Double] = []
        var groups = 0
        for round in 0...bench.rounds(5) {
            let alone = try await propose(2 * round, through: writer)
            let additions = Self.additions(of: alone.receipts)
            let append = try Turns.seconds { try Self.append(additions, to: plain) }
            let readers = Readers(own)
            let beside = try await propose(2 * round + 1, through: writer)
            let found = try await readers.stop()
            // The first round warms up.
            guard round > 0 else { continue }
            let count = Double(alone.receipts.count)
            times["writer", default: []].append(alone.seconds / count)
            times["append", default: []].append(append / count)
            times["beside reads", default: []].append(beside.seconds / count)
            latencies += alone.latencies
            reads += found
            groups += additions.count
        }
        let turns = Turns(times: times)
        var findings = Findings()
        findings.add(turns)
        findings.measures["writesPerSecond"] = 1 / turns.median("writer")
        findings.measures["writesToAppend"] = turns.median("append") / turns.median("writer")
        findings.measures["besideReadsToAlone"] =
            turns.median("writer") / turns.median("beside reads")
        findings.measures["writesP99Milliseconds"] = Self.percentile(99, of: latencies) * 1000
        findings.measures["readsP99Milliseconds"] = Self.percentile(99, of: reads) * 1000
        findings.counts["proposals a commit"] =
            Double(turns.rounds * Self.callers.count * Self.callers.proposals) / Double(groups)
        return findings
    }

    private struct Round: Sendable {
        var seconds: Double
        var receipts: [ProjectWriter.Receipt]
        var latencies: [Double]
    }

    /// Makes the proposals of a round, each for another string or by another guid than all others.
    private func propose(_ round: Int, through writer: ProjectWriter) async throws -> Round {
        guard let french = LanguageTag(SingleEvents.language) else {
            throw RecipeFailure(reason: "\(SingleEvents.language) is no language")
        }
        let strings = SingleEvents(events: bench.options.events).strings
        let begin = ContinuousClock.now
        let answered = try await withThrowingTaskGroup(
            of: [(ProjectWriter.Receipt, Double)].self
        ) { group in
            for caller in 0..<Self.callers.count {
                group.addTask {
                    var answers: [(ProjectWriter.Receipt, Double)] = []
                    for step in 0..<Self.callers.proposals {
                        let number = (caller * Self.callers.proposals + step) % strings
                        let string = StringID(section: "default", key: SingleEvents.key(number))
                        let start = ContinuousClock.now
                        let receipt = try await writer.submit(
                            WriteRequest(
                                "propose", actor: nil,
                                guid: HashedGuid("caller-\(round)-\(caller)")
                            ) { _ in
                                .propose(
                                    french, string, Proposing(value: Value("Text \(round) \(step)"))
                                )
                            })
                        answers.append((receipt, (ContinuousClock.now - start).inSeconds))
                    }
                    return answers
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        return Round(
            seconds: (ContinuousClock.now - begin).inSeconds, receipts: answered.map(\.0),
            latencies: answered.map(\.1))
    }

    /// What the writer appended, a commit each, in the order of the commits.
    private static func additions(of receipts: [ProjectWriter.Receipt]) -> [Addition] {
        let groups = Dictionary(grouping: receipts) { $0.position }
        return groups.values.map { receipts in
            receipts.flatMap(\.outcome.events).sorted { $0.id < $1.id }
        }.sorted { ($0.first?.id.description ?? "") < ($1.first?.id.description ?? "") }
            .map { events in
                Addition(
                    files: NewFile.files(
                        folder: SingleEvents.language,
                        lines: events.map { ($0.id.description, $0.line) }),
                    message: "append \(events.count) events\n",
                    author: Author(
                        name: "Bench", email: "bench@example.org",
                        seconds: Int64(Date().timeIntervalSince1970)))
            }
    }

    private static func append(_ additions: [Addition], to store: GitEventStore) throws {
        guard var head = try store.head() else { throw AppendConflict() }
        for addition in additions { head = try store.append(addition, expecting: head).position }
    }

    private static func percentile(_ percent: Int, of values: [Double]) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return 0 }
        return sorted[min(sorted.count - 1, sorted.count * percent / 100)]
    }

    /// Threads that read pages of texts with their proposals at a steady rate, each with a connection of its own.
    private final class Readers: Sendable {
        private let tasks: [Task<[Double], any Error>]
        private let stopFlag: StopFlag

        final class StopFlag: Sendable {
            let isSet = Atomic(false)
        }

        init(_ repository: String) {
            let flag = StopFlag()
            stopFlag = flag
            tasks = (0..<WriterCase.reads.readers).map { reader in
                // Readers never suspend: as tasks they would keep the callers from running.
                let thread = DispatchQueue(label: "bench.reader")
                return Task {
                    try await withCheckedThrowingContinuation { answer in
                        thread.async {
                            answer.resume(
                                with: Result { try Readers.read(repository, reader, until: flag) })
                        }
                    }
                }
            }
        }

        func stop() async throws -> [Double] {
            stopFlag.isSet.store(true, ordering: .releasing)
            var seconds: [Double] = []
            for task in tasks { seconds += try await task.value }
            return seconds
        }

        private static func read(
            _ repository: String, _ number: Int, until flag: StopFlag
        ) throws -> [Double] {
            guard let french = LanguageTag(SingleEvents.language) else { return [] }
            let reader = try SnapshotReader(Workspace.open(repository, host: .bench))
            let interval = Double(WriterCase.reads.readers) / Double(WriterCase.reads.perSecond)
            let begin = ContinuousClock.now
            var seconds: [Double] = []
            while !flag.isSet.load(ordering: .acquiring) {
                let due = Double(seconds.count) * interval
                let now = (ContinuousClock.now - begin).inSeconds
                if due > now { Thread.sleep(forTimeInterval: due - now) }
                let first = (seconds.count * 97 + number * 31) % 900
                // From when it was due: a reader that is late makes the next ones wait.
                _ = try reader.read { snapshot in
                    try (first..<first + WriterCase.reads.texts).map { string in
                        try snapshot.model.unit(
                            french, StringID(section: "default", key: SingleEvents.key(string)))
                    }
                }
                seconds.append((ContinuousClock.now - begin).inSeconds - due)
            }
            return seconds
        }
    }
}
