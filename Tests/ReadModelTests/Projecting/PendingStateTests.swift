import EventStore
import ReadModel
import TestWorld
import Testing
import Texts
import Translation

/// A base with pending events equals the fold of all events.
struct PendingStateTests {
    private let project: Project
    private let extraTags: [LanguageTag]

    init() throws {
        let source = try #require(LanguageTag("en"))
        project = Project(id: "P", source: source)
        extraTags = ["en", "fr", "fr-CA", "de", "en-GB", "it"].compactMap { LanguageTag($0) }
    }

    @Test(arguments: 0..<200)
    func pendingEventsOverMemory(seed: Int) throws {
        let log = events(seed)
        let base = EventLogState(project: project, events: log.base)
        try expectFold(of: log, over: base)
    }

    @Test(arguments: 0..<60)
    func pendingEventsOverTheReadModel(seed: Int) throws {
        let log = events(seed)
        let store = InMemoryEventStore()
        var files: [NewFile] = []
        for event in log.base {
            files += NewFile.files(
                folder: event.locale.rawValue, lines: [(event.id.description, event.line)])
        }
        let head = try #require(store.head())
        let position = try store.append(
            Addition(
                files: files, message: "m",
                author: Author(name: "A", email: "a@example.org", seconds: 0)),
            expecting: head
        ).position
        let projection = try Projection.inMemory(project: project)
        try projection.catchUp(with: store, to: position)
        try projection.read { model in try expectFold(of: log, over: model) }
    }

    private func events(_ seed: Int) -> (base: [Event], pending: [Event]) {
        var log = RandomLog(seed: UInt64(seed))
        for _ in 0..<60 { _ = log.next() }
        var base = log.events
        var pending: [Event] = []
        for _ in 0..<(seed % 12) { pending.append(base.removeLast()) }
        // New decisions have new ids; two lines with one id come from elsewhere, and are in the
        // log.
        let recorded = Set(base.map(\.id))
        base += pending.filter { recorded.contains($0.id) }
        return (base, pending.filter { !recorded.contains($0.id) }.reversed())
    }

    private func expectFold<Base: StateReader & RecordedEvents>(
        of log: (base: [Event], pending: [Event]), over base: Base
    ) throws {
        let state = PendingState(base)
        var before: [Event] = []
        for event in log.pending {
            try state.add([event])
            before.append(event)
            guard before.count % 3 == 0 || before.count == log.pending.count else { continue }
            try expectSameAnswers(
                state, EventLogState(project: project, events: log.base + before))
        }
        try expectSameAnswers(state, EventLogState(project: project, events: log.base + before))
    }

    private func expectSameAnswers(
        _ state: some StateReader, _ fold: EventLogState
    ) throws {
        #expect(try state.localeTags() == fold.localeTags())
        #expect(try Set(state.existingStrings()) == Set(fold.existingStrings()))
        for tag in extraTags {
            #expect(try state.locale(tag)?.stateRow == fold.locale(tag)?.stateRow)
            #expect(try state.lenders(to: tag) == fold.lenders(to: tag))
            #expect(try Set(state.strings(in: tag)) == Set(fold.strings(in: tag)))
        }
        for name in ["x", "y", "z"] {
            #expect(
                try state.setting(name).stateRow(name: name)
                    == fold.setting(name).stateRow(name: name))
        }
        for subject in fold.subjects {
            #expect(try state.events(of: subject) == fold.events(of: subject))
            guard case .unit(let locale, let string) = subject else { continue }
            let unit = try state.unit(locale, string)
            let folded = fold.unit(locale, string)
            #expect(unit.stateRow == folded.stateRow)
            #expect(unit.proposals.map(\.proposer) == folded.proposals.map(\.proposer))
            try expectParts(state, of: folded)
            #expect(try state.locales(of: string) == fold.locales(of: string))
        }
        for event in fold.allEvents {
            #expect(try state.event(event.id) == fold.event(event.id))
            #expect(
                try state.proposalLocation(event.id)?.string
                    == fold.proposalLocation(event.id)?.string)
        }
        for owner in [nil, Event.IdempotencyOwner.nobody] {
            #expect(
                try Set(state.events(of: owner, withKeysBeginning: "i").map(\.id))
                    == Set(fold.events(of: owner, withKeysBeginning: "i").map(\.id)))
        }
    }
}
