import EventStore
import Foundation
import Git
import GitEventStore
import Translation
import Workspace

/// What a clone of depth 1 takes, in bytes and seconds, before and after gathering; and what gathering and an append cost.
///
/// The log is single-event commits of one language on one day, through the store, each with a text of several words, an
/// actor, and the ids of the text before and of the definition. Both logs are packed by `dragoman gc` and served by
/// Git's own transport from a directory; the clones take turns.
struct GatherCase {
    let options: BenchmarkOptions
    let scratch: ScratchDirectory

    func run() throws {
        let path = scratch.path + "/log"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try time([options.program, "init"], in: path)
        try time([options.program, "locale", "add", "fr"], in: path)
        // A pack by itself would pack at an instant that nobody chose.
        try time(["/usr/bin/env", "git", "config", "gc.auto", "0"], in: path)
        let appends = try fill(path)
        try time([options.program, "gc"], in: path)
        let plain = scratch.path + "/plain"
        try time(["/usr/bin/env", "git", "clone", "-q", "--bare", path, plain], in: scratch.path)
        let gathering = try time([options.program, "gather", "--all"], in: path)
        let catchUp = try time([options.program, "status"], in: path)
        let collection = try time([options.program, "gc"], in: path)
        let after = try append(path, count: 50, from: options.events)
        var seconds: (plain: [Double], gathered: [Double]) = ([], [])
        var bytes = (plain: 0, gathered: 0)
        for round in 0..<max(3, options.rounds / 4) {
            let first = try clone(plain, "plain-\(round)")
            let second = try clone(path + "/.git", "gathered-\(round)")
            seconds.plain.append(first.seconds)
            seconds.gathered.append(second.seconds)
            bytes = (first.bytes, second.bytes)
        }
        try report([
            "case": "gather", "events": options.events,
            "appendMilliseconds": median(appends) * 1000,
            "appendAfterMilliseconds": median(after) * 1000, "gatherSeconds": gathering,
            "catchUpSeconds": catchUp, "gcSeconds": collection,
            "plainBytesPerEvent": Double(bytes.plain) / Double(options.events),
            "gatheredBytesPerEvent": Double(bytes.gathered) / Double(options.events),
            "plainCloneSeconds": median(seconds.plain),
            "gatheredCloneSeconds": median(seconds.gathered),
        ])
    }

    private func clone(_ origin: String, _ name: String) throws -> (bytes: Int, seconds: Double) {
        let path = scratch.path + "/" + name
        let seconds = try time(
            [
                "/usr/bin/env", "git", "clone", "-q", "--bare", "--depth", "1", "--branch",
                "translations", "file://" + origin, path,
            ], in: scratch.path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let objects = path + "/objects"
        let files =
            FileManager.default.enumerator(atPath: objects)?.compactMap { $0 as? String } ?? []
        let bytes = try files.reduce(0) { sum, file in
            let attributes = try FileManager.default.attributesOfItem(atPath: objects + "/" + file)
            let isFile = attributes[.type] as? FileAttributeType == .typeRegular
            return sum + (isFile ? attributes[.size] as? Int ?? 0 : 0)
        }
        return (bytes, seconds)
    }

    private func fill(_ path: String) throws -> [Double] {
        try append(path, count: options.events, from: 0)
    }

    /// Adds single-event commits and returns the seconds that each took.
    private func append(_ path: String, count: Int, from start: Int) throws -> [Double] {
        guard let branch = ReferenceName(branch: "translations"), let french = LanguageTag("fr")
        else { return [] }
        let store = GitEventStore(repository: try .open(at: path), branch: branch)
        var texts = Texts()
        let day: UInt64 = 86_400_000
        let first = UInt64(Date().timeIntervalSince1970 * 1000) - day
        var last: [Int: EventID] = [:]
        var seconds: [Double] = []
        let clock = ContinuousClock()
        for index in start..<start + count {
            let milliseconds = first + UInt64(index) * day / UInt64(max(1, options.events))
            var ids = EventClock(
                last: nil, now: milliseconds, random: SystemRandomNumberGenerator())
            let key = index % 5000
            let event = Event(
                id: ids.next(), at: Timestamp.text(milliseconds: Int64(milliseconds)),
                actor: texts.person(), locale: french,
                string: StringID(section: "default", key: "screen.\(key % 300).\(key)"),
                payload: .translationSet(Value(texts.sentence())), base: last[key],
                source: texts.definition(of: key))
            last[key] = event.id
            let addition = Addition(
                files: [
                    NewFile(folder: "fr", name: event.id.description, content: event.line + [10])
                ],
                message: "set fr screen.\(key)\n",
                author: Author(
                    name: "Bench", email: "bench@example.org", seconds: Int64(milliseconds / 1000)))
            let begin = clock.now
            guard let head = try store.head() else { return seconds }
            _ = try store.append(addition, expecting: head)
            let elapsed = (clock.now - begin).components
            seconds.append(Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18)
        }
        return seconds
    }
}

/// Texts as people write them, as far as a packer can tell: words that come again, in sentences that do not.
private struct Texts {
    private var random = SystemRandomNumberGenerator()
    private let words: [String]
    private var definitions: [Int: EventID] = [:]
    private static let people = ["Ines", "Mara", "Otto"]

    init() {
        var random = SystemRandomNumberGenerator()
        words = (0..<3000).map { _ in
            String(
                (0..<Int.random(in: 2...9, using: &random)).map { _ in
                    "aeioubcdfglmnprst".randomElement(using: &random) ?? "a"
                })
        }
    }

    mutating func person() -> Actor {
        let name = Self.people[Int.random(in: 0..<3, using: &random)]
        return Actor(name: name, email: "\(name.lowercased())@example.org")
    }

    mutating func sentence() -> String {
        (0..<Int.random(in: 1...6, using: &random))
            .compactMap { _ in words.randomElement(using: &random) }.joined(separator: " ")
    }

    mutating func definition(of key: Int) -> EventID {
        if let id = definitions[key] { return id }
        var clock = EventClock(last: nil, now: 1_732_190_400_000 + UInt64(key), random: random)
        let id = clock.next()
        definitions[key] = id
        return id
    }
}
