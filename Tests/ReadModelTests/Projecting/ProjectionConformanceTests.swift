import EventStore
import ReadModel
import TestKit
import TestWorld
import Testing
import Texts
import Translation

/// The projection equals the fold in memory, whatever the order of events.
struct ProjectionConformanceTests {
    private let project: Project

    init() throws {
        project = Project(id: "P", source: try #require(LanguageTag("en")))
    }

    @Test(arguments: 0..<100)
    func anySequenceOfCatchUpsIsARebuildAndTheFoldInMemory(seed: Int) throws {
        var log = RandomLog(seed: UInt64(seed))
        let store = InMemoryEventStore()
        let model = try Projection.inMemory(
            project: project, limits: RebuildLimits(subjectsAtATime: [500, 3, 1][seed % 3]))
        for step in 0..<12 {
            try change(store, &log, step)
            if log.random.oneIn(2) { try catchUp(model, store) }
        }
        let position = try catchUp(model, store)
        // Folders are folded in memory, from the tables, or in a mixture of both.
        let fresh = try Projection.inMemory(
            project: project, store: store, position: position, folders: nil,
            limits: RebuildLimits(
                folderInMemory: [0, 2_000, .max][seed % 3],
                folderByTwoThreads: [0, .max][seed % 2],
                subjectsAtATime: [1, 500, 500, 3][seed % 4]))
        let state = EventLogState(project: project, events: try Self.events(of: store))
        let differing = try model.differingTables(from: fresh)
        #expect(differing == [])
        let digest = try model.digest()
        #expect(try fresh.digest() == digest)
        #expect(StateDigest.of(state) == digest)
        try model.read { try expectSameAnswers($0, state) }
    }

    /// Adds some files, or removes some.
    private func change(
        _ store: InMemoryEventStore, _ log: inout RandomLog, _ step: Int
    ) throws {
        if log.random.oneIn(4) {
            let paths = try Self.files(of: store).map(\.path)
            var gone = Set(paths.filter { _ in log.random.oneIn(4) })
            if log.random.oneIn(3), let path = log.random.any(paths) { gone = [path] }
            store.remove(paths: gone)
            return
        }
        var files: [NewFile] = []
        for number in 0..<Int.random(in: 1...3, using: &log.random) {
            let file = log.file()
            files.append(
                NewFile(folder: file.folder, name: "\(step)-\(number)", content: file.content))
        }
        // The same lines are in another file, as if another clone had gathered them.
        if log.random.oneIn(3), let file = log.random.any(files) {
            files.append(
                NewFile(folder: file.folder, name: "s-\(step)", content: file.content))
        }
        let head = try #require(store.head())
        let author = Author(name: "A", email: "a@example.org", seconds: 0)
        _ = try store.append(
            Addition(files: files, message: "m", author: author), expecting: head)
    }

    @discardableResult
    private func catchUp(_ model: Projection, _ store: InMemoryEventStore) throws -> Position {
        let head = try #require(store.head())
        try model.catchUp(with: store, to: head)
        #expect(try model.position?.tree == head.tree)
        return head
    }

    private func expectSameAnswers(_ model: ReadModel, _ state: EventLogState) throws {
        #expect(try model.localeTags() == state.localeTags())
        #expect(try Set(model.existingStrings()) == Set(state.existingStrings()))
        #expect(try model.eventCount() == state.allEvents.count)
        let locales = try model.localeTags() + [project.source]
        for locale in locales {
            #expect(try model.lenders(to: locale) == state.lenders(to: locale))
            try expectStatusCountsEntries(model, locale)
            try expectTexts(model, locale, state)
        }
        #expect(try model.status(of: locales) == locales.map { try model.status(of: $0) })
        for case .unit(let locale, let string) in state.subjects {
            let unit = try model.unit(locale, string)
            let folded = state.unit(locale, string)
            #expect(unit.stateRow == folded.stateRow)
            #expect(unit.proposals.map(\.proposer) == folded.proposals.map(\.proposer))
            #expect(unit.text?.authorship == folded.text?.authorship)
            #expect(unit.humanText?.id == folded.humanText?.id)
            try expectParts(model, of: folded)
        }
        for row in try model.proposals() {
            let proposal = state.unit(row.locale, row.string).proposal(row.id)
            #expect(row.proposer == proposal?.proposer)
        }
        for event in state.allEvents {
            #expect(try model.event(event.id) == state.event(event.id))
            let location = try model.proposalLocation(event.id)
            #expect(location?.string == state.proposalLocation(event.id)?.string)
            #expect(location?.locale == state.proposalLocation(event.id)?.locale)
        }
    }

    /// The counts are updated as the log grows, and must equal those of the entries.
    private func expectStatusCountsEntries(
        _ model: ReadModel, _ locale: LanguageTag
    ) throws {
        let chain = try model.lenders(to: locale)
        let row = try model.status(of: locale)
        let entries = try model.entries(locale: locale, chain: chain).filter(\.isTranslatable)
        let own = entries.compactMap(\.text)
        let inherited = entries.compactMap(\.inherited)
        #expect(
            [row.total, row.translated, row.inherited, row.missing]
                == [
                    entries.count, own.count, inherited.count,
                    entries.count - own.count - inherited.count,
                ])
        #expect(
            [row.reviewed, row.stale, row.flagged, row.inheritedStale]
                == [
                    own.count(where: \.isReviewed), own.count(where: \.isStale),
                    own.count(where: \.isFlagged), inherited.count(where: \.isStale),
                ])
        #expect(
            [row.conflicts, row.proposed]
                == [
                    entries.count(where: \.hasConflict), entries.count { $0.openProposals > 0 },
                ])
        let left = entries.filter { ($0.text ?? $0.inherited)?.isStale != false }
        #expect(row.words == left.reduce(0) { $0 + $1.definition.value.wordCount })
    }

    /// The texts that an export reads must be those of the fold.
    private func expectTexts(
        _ model: ReadModel, _ locale: LanguageTag, _ state: EventLogState
    ) throws {
        for number in 0..<4 {
            let choice = TextChoice(isReviewedOnly: number & 1 == 1, omitsMachine: number & 2 == 2)
            let texts = try model.texts(of: locale, choice)
            for string in try model.sourceStrings() {
                let unit = state.unit(locale, string.string)
                let expected =
                    switch (choice.isReviewedOnly, choice.omitsMachine) {
                    case (false, false): unit.text
                    case (true, false): unit.reviewedText
                    case (false, true): unit.humanText
                    case (true, true): unit.humanReviewedText
                    }
                #expect(texts[string]?.value == expected?.value)
                #expect(texts[string]?.isStale == expected?.isStale)
                #expect(
                    texts[string]?.attribution
                        == expected.map {
                            Attribution(
                                event: $0.id, authorship: $0.authorship,
                                isReviewed: choice.isReviewedOnly || $0.isReviewed)
                        })
            }
        }
    }

    static func files(of store: InMemoryEventStore) throws -> [(path: String, content: [UInt8])] {
        let head = try #require(store.head())
        return try store.difference(from: nil, to: head).compactMap { file in
            try file.new.map { (file.path, try store.content($0)) }
        }
    }

    static func events(of store: InMemoryEventStore) throws -> [Event] {
        EventLines(in: try files(of: store).map(\.content)).events
    }
}
