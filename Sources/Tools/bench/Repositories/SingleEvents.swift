import EventStore
import Foundation
import Git
import GitEventStore
import Machine
import Texts
import Translation
import Workspace

/// A repository of single-event commits in one language, all from one busy day of translation.
///
/// Each string gets four events: its text, a proposal, its acceptance, and another text. For every
/// tenth string, the last event is a proposal that stays open. The events of up to a thousand
/// strings are interleaved. The source strings are defined before these events, in bulk. Between
/// the tags `before` and `after`, 1,000 further commits each change the text of a different string.
struct SingleEvents {
    /// The number of commits before the tag `before`.
    let events: Int

    /// The version, incremented with every change to the contents.
    static let version = 1
    /// The number of texts that differ between the two tags, if there are that many strings.
    static let changes = 1000
    static let branch = "translations"
    static let language = "fr"
    /// The tags before and after the last commits.
    static let tags = (before: "before", after: "after")

    /// The number of strings.
    var strings: Int { max(1, events / 4) }
    /// The number of commits after the one that defines the strings.
    var commits: Int { events + min(Self.changes, strings) }
    /// The number of strings that are worked on at the same time.
    private var window: Int { min(1000, strings) }

    /// Returns a guid; each guid proposed about ten texts.
    static func guid(_ number: Int) -> String { "guid-of-bench-\(number)" }

    /// Returns the key of a string.
    static func key(_ string: Int) -> String { "screen.\(string / 100).\(string % 100)" }

    /// Creates the repository in an empty directory.
    func make(at path: String, dragoman: String) throws {
        try Processes.run(["git", "init", "-q", path])
        try Processes.run([dragoman, "init", path])
        try Processes.run(["git", "config", "gc.auto", "0"], in: path)
        let workspace = try Workspace.open(path, host: .bench)
        let tip = try define(in: workspace)
        try commitEvents(on: tip, at: path, project: workspace.project)
        try Processes.run(["git", "commit-graph", "write", "--reachable"], in: path)
        try Processes.run([dragoman, "-C", path, "status"])
    }

    /// The state of a string that is being worked on.
    private struct Work {
        var head: EventID?
        var proposal: EventID?
        var proposed: Value?
        var proposer: Actor?
    }

    private var random: SeededRandom { SeededRandom(seed: UInt64(events)) }

    /// Returns midnight of the previous day by the machine's clock, in Unix milliseconds.
    private static func day() -> UInt64 {
        let day: UInt64 = 86_400_000
        return UInt64(Date().timeIntervalSince1970 * 1000) / day * day - day
    }

    /// Adds the language and the strings, in one commit.
    private func define(in workspace: Workspace) throws -> (
        tip: ObjectID, ids: [EventID], day: UInt64
    ) {
        let day = Self.day()
        var random = random
        let texts = Texts(random: &random)
        guard let french = LanguageTag(Self.language), let head = try workspace.store.head() else {
            throw RecipeFailure(reason: "the new repository has no branch")
        }
        let added = Event(
            id: random.id(at: day - 2000), at: Timestamp.text(milliseconds: Int64(day) - 2000),
            actor: texts.person(&random), locale: french,
            payload: .localeAdded(.init(fallback: [workspace.project.source])))
        var ids: [EventID] = []
        var last = random.id(at: day - 1000)
        let lines = (0..<strings).map { string -> (name: String, bytes: [UInt8]) in
            var clock = EventClock(last: last, now: day - 1000, random: random)
            last = clock.next()
            _ = random.next()
            ids.append(last)
            let event = Event(
                id: last, at: Timestamp.text(milliseconds: Int64(day) - 1000),
                actor: texts.person(&random), locale: workspace.project.source,
                string: id(of: string),
                payload: .stringDefined(Definition(value: texts.sentence(&random))))
            return (event.id.description, event.line)
        }
        let files =
            NewFile.files(folder: Self.language, lines: [(added.id.description, added.line)])
            + NewFile.files(folder: workspace.project.source.rawValue, lines: lines)
        let addition = Addition(
            files: files, message: "define \(strings) strings\n",
            author: Author(name: "Bench", email: "bench@example.org", seconds: Int64(day / 1000)))
        let position = try workspace.store.append(addition, expecting: head).position
        guard let tip = ObjectID(hex: position.commit) else {
            throw RecipeFailure(reason: "\(position.commit) is not a commit")
        }
        return (tip, ids, day)
    }

    private func id(of string: Int) -> StringID {
        StringID(section: "default", key: Self.key(string))
    }

    /// Adds a commit for each event, through `git fast-import`, at the paths that the product would
    /// choose.
    private func commitEvents(
        on base: (tip: ObjectID, ids: [EventID], day: UInt64), at path: String, project: Project
    ) throws {
        let total = events + Self.changes
        var random = SeededRandom(seed: UInt64(events) + 1)
        let texts = Texts(random: &random)
        guard let french = LanguageTag(Self.language) else { return }
        var placement = Placement(
            repository: try .open(at: path), commit: base.tip)
        var works = [Work](repeating: Work(), count: strings)
        let stream = try FastImport(in: path, branch: Self.branch, on: base.tip)
        for index in 0..<total {
            let time = base.day + UInt64(index) * 86_400_000 / UInt64(total)
            let (string, step) = index < events ? self.step(index) : (index - events, 3)
            guard string < strings else { continue }
            let event = makeEvent(
                random.id(at: time), time, step: step, of: string, &works[string], texts, &random,
                (french, base.ids[string], project))
            if index == events { try stream.tag(Self.tags.before) }
            let name = event.id.description
            try stream.commit(
                path: placement.path(ofFile: name, inFolder: "events/\(Self.language)"),
                content: event.line + [UInt8(ascii: "\n")], message: "set fr \(event.key ?? "")\n",
                seconds: time / 1000)
        }
        try stream.tag(Self.tags.after)
        try stream.end()
    }

    /// Returns the string of an event, and the number of the event among the string's four events.
    private func step(_ index: Int) -> (string: Int, step: Int) {
        let block = index / (4 * window)
        let inside = index % (4 * window)
        return (min(block * window + inside % window, strings - 1), inside / window)
    }

    private func makeEvent(
        _ id: EventID, _ time: UInt64, step: Int, of string: Int, _ work: inout Work,
        _ texts: Texts, _ random: inout SeededRandom,
        _ place: (locale: LanguageTag, definition: EventID, project: Project)
    ) -> Event {
        let actor = texts.person(&random)
        var event = Event(
            id: id, at: Timestamp.text(milliseconds: Int64(time)), actor: actor,
            locale: place.locale, string: self.id(of: string),
            payload: .translationSet(texts.sentence(&random)), source: place.definition)
        if let proposal = work.proposal, let value = work.proposed, step == 2 {
            event.payload = .proposalAccepted(
                Acceptance(proposal: proposal, value: value, author: work.proposer))
        } else if step == 1 || (step == 3 && string % 10 == 0 && work.proposal != nil) {
            let guid = HashedGuid(guid: Self.guid(string / 10 + step), project: place.project)
            let value = texts.sentence(&random)
            event.payload = .proposalMade(ProposedText(value: value, guid: guid))
            work.proposal = step == 1 ? id : nil
            work.proposed = value
            work.proposer = actor
            return event
        }
        event.base = work.head
        work.head = id
        return event
    }
}

struct RecipeFailure: Error, CustomStringConvertible {
    let reason: String

    var description: String { reason }
}
