import Checks
import EventStore
import Foundation
import Machine
import ReadModel
import Synchronization
import TestKit
import TestWorld
import Testing
import Texts
import Translation

@testable import Workspace

/// A sequence of requests gives the same events, refusals and rows, however it is divided into
/// groups.
struct GroupLawTests {
    private static let seeds =
        ProcessInfo.processInfo.environment["DRAGOMAN_TORTURE"] == nil ? 200 : 10_000
    private let project: Project

    init() throws {
        project = Project(id: "P", source: try #require(LanguageTag("en")))
    }

    /// The result of a run: the answer to each request and the rows at the end, with numbers in
    /// place of ids.
    private struct Run: Equatable {
        var answers: [String] = []
        var rows: [String] = []
    }

    @Test(arguments: 0..<seeds)
    func groupsGiveWhatTheirRequestsGiveOneAtATime(seed: Int) throws {
        var maker = RandomRequests(seed: seed)
        let requests = try maker.makeWorld() + maker.make(60)
        var random = SplitMix64(seed: UInt64(seed) + 1_000_000)
        let single = try run(requests) { 1 }
        let grouped = try run(requests) { random.number(in: 1...12) }
        #expect(single.answers.count == requests.count)
        #expect(grouped.answers.count == requests.count)
        for (index, (alone, together)) in zip(single.answers, grouped.answers).enumerated() {
            try #require(alone == together, "request \(index)")
        }
        #expect(single.rows == grouped.rows)
    }

    private func context(for request: WriteRequest) -> DecisionContext {
        var context = DecisionContext(
            actor: request.actor, guid: request.guid, at: "2026-11-21T09:30:00.123Z",
            idempotency: request.idempotency,
            pluralCategories: { _ in PluralCategories(cardinal: ["one", "other"], ordinal: []) },
            width: { $0.count }, checks: { _ in Checks.common })
        context.isStrict = request.isStrict
        return context
    }

    /// Random bits that are the same in each run.
    private func bits(seed: Int) -> RandomBits {
        let random = Mutex(SplitMix64(seed: UInt64(seed)))
        return RandomBits { random.withLock { $0.next() } }
    }

    private func run(_ requests: [WriteRequest], size: () -> Int) throws -> Run {
        var state = EventLogState(project: project)
        var run = Run()
        var rest = requests[...]
        while !rest.isEmpty {
            let last = state.allEvents.last?.id
            let clock = EventClock(
                last: last, now: 1_795_253_400_000, random: bits(seed: 7))
            let group = try GroupDecision(rest.prefix(size()), on: state, clock: clock) {
                context(for: $0)
            }
            #expect(!group.answers.isEmpty)
            for answer in group.answers {
                run.answers.append(Self.text(of: answer))
                if let decision = try? answer.get() {
                    for event in decision.events { state.evolve(event) }
                }
            }
            rest = rest.dropFirst(group.answers.count)
        }
        let ids = state.allEvents.map(\.id.description)
        run.rows = state.subjects.map { Self.row(of: $0, in: state) }.sorted()
        run.answers = run.answers.map { Self.numbered($0, ids) }
        run.rows = run.rows.map { Self.numbered($0, ids) }.sorted()
        return run
    }

    private static func text(of answer: Result<Decision, Refusal>) -> String {
        switch answer {
        case .success(let decision):
            let left = decision.leftOut.map { "\($0.index): \($0.refusal.message)" }
            return
                (decision.events.map { String(decoding: $0.line, as: UTF8.self) }
                + decision.repeated.map { "again \($0.id)" } + decision.notices + left)
                .joined(separator: "\n")
        case .failure(let refusal): return "\(refusal.code.rawValue): \(refusal.message)"
        }
    }

    private static func row(of subject: Subject, in state: EventLogState) -> String {
        let bytes: [UInt8]? =
            switch subject {
            case .locale(let tag): state.locale(tag)?.stateRow
            case .unit(let locale, let string): state.unit(locale, string).stateRow
            case .setting(let name): state.setting(name.string).stateRow(name: name.string)
            case .resource(let name, let locale):
                state.resource(name.string, in: locale).stateRow(section: name.string, in: locale)
            case .file(let name, let format, let locale):
                state.fileTexts(name.string, format: format.string, in: locale)
                    .stateRow(section: name.string, format: format.string, in: locale)
            }
        return String(decoding: bytes ?? [], as: UTF8.self)
    }

    /// Replaces each id by its number in the log.
    private static func numbered(_ text: String, _ ids: [String]) -> String {
        var text = text
        for (number, id) in ids.enumerated() where text.contains(id) {
            text = text.replacingOccurrences(of: id, with: "#\(number)")
        }
        // The key's input contains ids, so its hash depends on them.
        return text.replacing(/"idem":"(key-\d+)\/[^"]*"/) { "\"idem\":\"\($0.output.1)\"" }
    }

    @Test(arguments: 0..<40)
    func theReadModelFollowsWhatGroupsAppend(seed: Int) throws {
        var maker = RandomRequests(seed: seed)
        var rest = try (maker.makeWorld() + maker.make(50))[...]
        var random = SplitMix64(seed: UInt64(seed))
        let store = InMemoryEventStore()
        let model = try Projection.inMemory(project: project)
        var head = try #require(store.head())
        try model.catchUp(with: store, to: head)
        var events: [Event] = []
        while !rest.isEmpty {
            let clock = EventClock(
                last: events.last?.id, now: 1_795_253_400_000,
                random: bits(seed: seed))
            let size = random.number(in: 1...9)
            let group = try model.read { base in
                try GroupDecision(rest.prefix(size), on: base, clock: clock) { context(for: $0) }
            }
            rest = rest.dropFirst(group.answers.count)
            events += group.answers.flatMap { (try? $0.get().events) ?? [] }
            guard !group.lines.isEmpty else { continue }
            let addition = Addition(
                files: Workspace.newFiles(of: group.lines), message: "m",
                author: Author(name: "A", email: "a@example.org", seconds: 0))
            let appended = try store.append(addition, expecting: head)
            let contents = zip(appended.files, addition.files).compactMap { placed, file in
                placed.new.map { ($0, file.content) }
            }
            let isApplied = try model.follow(
                appended.files, contents: Dictionary(contents) { first, _ in first }, from: head,
                to: appended.position)
            #expect(isApplied)
            // A change based on another position has no effect.
            #expect(try !model.follow([], contents: [:], from: head, to: head))
            head = appended.position
        }
        #expect(try model.position == head)
        let state = EventLogState(project: project, events: events)
        #expect(try model.digest() == StateDigest.of(state))
        let fresh = try Projection.inMemory(project: project)
        try fresh.catchUp(with: store, to: head)
        let differing = try model.differingTables(from: fresh)
        #expect(differing == [])
    }
}
