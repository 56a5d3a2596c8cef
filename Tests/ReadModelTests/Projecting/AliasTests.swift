import EventStore
import ReadModel
import TestWorld
import Testing
import Texts
import Translation

/// Events of one owner with the same idempotency key: the first counts, the others are its aliases.
struct AliasTests {
    private let store = InMemoryEventStore()

    private func event(
        _ number: UInt64, _ payload: Payload, _ key: String, _ locale: LanguageTag = SampleLog.fr,
        base: EventID? = nil, source: EventID? = nil, copies: EventID? = nil,
        idempotencyKey: String? = nil
    ) -> Event {
        Event(
            id: SampleLog.id(number), at: "2026-11-21T09:30:00.123Z", actor: SampleLog.ines,
            locale: locale, string: SampleLog.string(key), payload: payload, base: base,
            source: source, copies: copies, idempotencyKey: idempotencyKey)
    }

    private func line(
        _ number: UInt64, _ payload: Payload, _ key: String, _ locale: LanguageTag = SampleLog.fr,
        source: EventID? = nil, copies: EventID? = nil, idempotencyKey: String? = nil
    ) -> [UInt8] {
        event(
            number, payload, key, locale, source: source, copies: copies,
            idempotencyKey: idempotencyKey
        ).line
    }

    private func catchUp(_ model: Projection) throws {
        try model.catchUp(with: store, to: try #require(store.head()))
    }

    /// Whatever the order of events and the number of subjects folded at a time, the tables equal
    /// those of a rebuild.
    private func expectARebuild(_ model: Projection) throws {
        for count in [1, 2, 500] {
            let fresh = try Projection.inMemory(
                project: SampleLog.project, store: store, position: try #require(store.head()),
                folders: nil, limits: RebuildLimits(folderInMemory: 0, subjectsAtATime: count))
            #expect(try model.differingTables(from: fresh) == [], "\(count) at a time")
            #expect(try model.digest() == fresh.digest())
        }
    }

    @Test func anAliasInTwoFilesCountsWhenTheFirstGoesWithOneOfThem() throws {
        var log = SampleLog()
        log.define("greeting", "Hello")
        log.define("farewell", "Bye")
        // These are other strings, so that only the key connects the events.
        let first = line(
            10, .translationSet(Value("Bonjour")), "greeting", idempotencyKey: "i")
        let alias = line(11, .translationSet(Value("Salut")), "farewell", idempotencyKey: "i")
        for line in [first, alias, alias] { log.add(line: line, folder: "fr") }
        let model = try Projection.inMemory(project: SampleLog.project)
        try model.catchUp(with: store, to: store.append(log.files))
        let farewell = SampleLog.string("farewell")
        #expect(try model.read { try $0.unit(SampleLog.fr, farewell) }.text == nil)

        store.remove(paths: ["fr/f2.jsonl", "fr/f3.jsonl"])
        try catchUp(model)
        #expect(
            try model.read { try $0.unit(SampleLog.fr, farewell) }.text?.value == Value("Salut"))
        try expectARebuild(model)
    }

    /// An alias stops being one if the first event is removed, or if another event gets its id.
    @Test(arguments: [true, false])
    func whatCopiesAnAliasWithoutASubjectIsJudgedAnew(firstGoes: Bool) throws {
        var log = SampleLog()
        log.define("greeting", "Hello")
        log.define("farewell", "Bye")
        let salut = Payload.translationSet(Value("Salut"))
        log.add(line: line(10, salut, "farewell", idempotencyKey: "i"), folder: "fr")
        log.add(
            line: line(
                11, .translationReviewed(text: SampleLog.id(10), reason: nil), "farewell"),
            folder: "fr")
        // The source language has no translations, so this event has no subject.
        log.add(line: line(12, salut, "farewell", SampleLog.en, idempotencyKey: "i"))
        log.add(
            line: line(13, salut, "greeting", copies: SampleLog.id(12)), folder: "fr")
        let model = try Projection.inMemory(project: SampleLog.project)
        try model.catchUp(with: store, to: store.append(log.files))
        let greeting = SampleLog.string("greeting")
        #expect(try model.read { try $0.unit(SampleLog.fr, greeting) }.text?.isReviewed == true)

        if firstGoes {
            store.remove(paths: ["fr/f2.jsonl"])
        } else {
            // Among two events with one id, the one with smaller bytes counts.
            var other = SampleLog()
            other.add(line: line(12, .translationSet(Value("A")), "farewell", SampleLog.en))
            _ = try store.append(other.files.map { ("en/other.jsonl", $0.content) })
        }
        try catchUp(model)
        #expect(try model.read { try $0.unit(SampleLog.fr, greeting) }.text?.isReviewed == false)
        try expectARebuild(model)
    }

    @Test func aTextThatNamesAnAliasIsUpToDateWhereverABatchEnds() throws {
        var log = SampleLog()
        for number in UInt64(0)..<4 {
            let definition = Payload.stringDefined(
                Definition(value: Value("Hello"), isTranslatable: true))
            let key = "k\(number)"
            for id in [10 + number, 20 + number] {
                log.add(
                    line: line(
                        id, definition, key, SampleLog.en, idempotencyKey: "import:\(number)"))
            }
            log.add(
                line: line(
                    30 + number, .translationSet(Value("Bonjour")), key,
                    source: SampleLog.id(20 + number)), folder: "fr")
        }
        let model = try Projection.inMemory(
            project: SampleLog.project, limits: RebuildLimits(subjectsAtATime: 3))
        try model.catchUp(with: store, to: store.append(log.files))
        #expect(try model.read { try $0.status(of: SampleLog.fr) }.stale == 0)
        try expectARebuild(model)
    }

    /// Minor changes are not equal for having aliases as bases, if these belong to another string.
    @Test func eventsOfAnotherStringAreNotOneForBeingAliases() throws {
        func definition(
            _ number: UInt64, _ key: String, _ text: String, base: EventID? = nil
        ) -> Event {
            let definition = Definition(
                value: Value(text), isTranslatable: true, isMinor: base != nil)
            return event(
                number, .stringDefined(definition), key, SampleLog.en, base: base,
                idempotencyKey: base == nil ? "i" : nil)
        }
        let events = [
            definition(10, "farewell", "Bye"), definition(11, "farewell", "Bye"),
            definition(20, "greeting", "Helo", base: SampleLog.id(10)),
            definition(21, "greeting", "Hello", base: SampleLog.id(11)),
            event(
                30, .translationSet(Value("Bonjour")), "greeting", source: SampleLog.id(20)),
        ]
        var log = SampleLog()
        for event in events { log.add(line: event.line, folder: event.locale.rawValue) }
        let model = try Projection.inMemory(project: SampleLog.project)
        try model.catchUp(with: store, to: store.append(log.files))
        let state = EventLogState(project: SampleLog.project, events: events)
        let greeting = SampleLog.string("greeting")
        #expect(try model.read { try $0.unit(SampleLog.fr, greeting) }.text?.isStale == true)
        #expect(try model.read { try $0.status(of: SampleLog.fr) }.stale == 1)
        #expect(state.unit(SampleLog.fr, greeting).text?.isStale == true)
        try expectARebuild(model)
    }

    /// The first event is replaced by one with its id but without a subject: the alias stays an
    /// alias.
    @Test func whatCopiesAnAliasIsJudgedAnewWhenTheFirstChanges() throws {
        let salut = Payload.translationSet(Value("Salut"))
        var log = SampleLog()
        for key in ["greeting", "farewell", "welcome"] { log.define(key, key) }
        log.add(line: line(10, salut, "farewell", idempotencyKey: "i"), folder: "fr")
        log.add(
            line: line(
                13, .translationReviewed(text: SampleLog.id(10), reason: nil), "farewell"),
            folder: "fr")
        log.add(line: line(12, salut, "welcome", idempotencyKey: "i"), folder: "fr")
        log.add(line: line(20, salut, "greeting", copies: SampleLog.id(12)), folder: "fr")
        let model = try Projection.inMemory(project: SampleLog.project)
        try model.catchUp(with: store, to: store.append(log.files))
        let greeting = SampleLog.string("greeting")
        #expect(try model.read { try $0.unit(SampleLog.fr, greeting) }.text?.isReviewed == true)

        store.remove(paths: ["fr/f3.jsonl"])
        var other = SampleLog()
        // The source language has no translations.
        other.add(line: line(10, salut, "farewell", SampleLog.en, idempotencyKey: "i"))
        _ = try store.append(other.files.map { ("en/other.jsonl", $0.content) })
        try catchUp(model)
        #expect(try model.read { try $0.unit(SampleLog.fr, greeting) }.text?.isReviewed == false)
        try expectARebuild(model)
    }
}
