import EventStore
import Foundation
import GitEventStore
import Machine
import Texts
import Translation
import Workspace

/// A project with many languages, each with 1,000 texts.
struct ManyLanguages {
    let count: Int

    /// The version, incremented with every change to the contents.
    static let version = 2
    /// The maximum number of languages.
    static let limit = 520
    private static let strings = 1000

    /// Returns a code that ISO 639 reserves for local use: `qaa` to `qtz`.
    static func code(_ number: Int) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        return "q\(letters[number / 26])\(letters[number % 26])"
    }

    /// Creates the project in an empty directory.
    func make(at path: String, dragoman: String) throws {
        try Processes.run(["git", "init", "-q", path])
        try Processes.run([dragoman, "init", path])
        try Processes.run(["git", "config", "gc.auto", "0"], in: path)
        let workspace = try Workspace.open(path, host: .bench)
        var random = SeededRandom(seed: UInt64(count))
        let texts = Texts(random: &random)
        var clock = EventClock(
            last: nil, now: UInt64(Date().timeIntervalSince1970 * 1000) - 60_000, random: random)
        var log = Log(source: workspace.project.source, texts: texts, random: random)
        for string in 0..<Self.strings { log.define(string, clock.next()) }
        let tags = (0..<min(count, Self.limit)).compactMap { LanguageTag(Self.code($0)) }
        for tag in tags {
            log.add(tag, clock.next())
            for string in 0..<Self.strings { log.set(string, in: tag, clock.next()) }
        }
        try append(log.files, to: workspace.store)
        try Processes.run([dragoman, "-C", path, "gc"])
    }

    private func append(_ files: [NewFile], to store: GitEventStore) throws {
        guard let head = try store.head() else { throw AppendConflict() }
        _ = try store.append(
            Addition(
                files: files, message: "import \(count) languages\n",
                author: Author(name: "Bench", email: "bench@example.org", seconds: 1_700_000_000)),
            expecting: head)
    }
}

/// Events in many languages, in bulk.
private struct Log {
    let source: LanguageTag
    let texts: Texts
    var random: SeededRandom
    private var lines: [LanguageTag: [(name: String, bytes: [UInt8])]] = [:]
    private var definitions: [EventID] = []

    init(source: LanguageTag, texts: Texts, random: SeededRandom) {
        self.source = source
        self.texts = texts
        self.random = random
    }

    mutating func define(_ string: Int, _ id: EventID) {
        definitions.append(id)
        let value = texts.sentence(&random)
        note(id, source, string, .stringDefined(Definition(value: value)))
    }

    mutating func add(_ locale: LanguageTag, _ id: EventID) {
        note(id, locale, nil, .localeAdded(.init(fallback: [source])))
    }

    mutating func set(_ string: Int, in locale: LanguageTag, _ id: EventID) {
        note(
            id, locale, string, .translationSet(texts.sentence(&random)),
            definition: definitions[string])
    }

    /// The files of the log.
    var files: [NewFile] {
        lines.sorted { $0.key < $1.key }
            .flatMap { NewFile.files(folder: $0.key.rawValue, lines: $0.value) }
    }

    private mutating func note(
        _ id: EventID, _ locale: LanguageTag, _ string: Int?, _ payload: Payload,
        definition: EventID? = nil
    ) {
        let event = Event(
            id: id, at: Timestamp.text(milliseconds: Int64(id.milliseconds)),
            actor: texts.person(&random), locale: locale,
            string: string.map { StringID(section: "default", key: SingleEvents.key($0)) },
            payload: payload, source: definition)
        lines[locale, default: []].append((id.description, event.line))
    }
}
