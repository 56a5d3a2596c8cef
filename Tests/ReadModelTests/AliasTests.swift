import EventStore
import ReadModel
import Testing
import Translation

/// Events of one owner with one idempotency key: the first counts, the others are aliases of it.
struct AliasTests {
    @Test func anAliasInTwoFilesCountsWhenTheFirstGoesWithOneOfThem() throws {
        var log = SampleLog()
        log.define("greeting", "Hello")
        log.define("farewell", "Bye")
        func send(_ text: String, as key: String, _ number: UInt64) -> [UInt8] {
            Event(
                id: SampleLog.id(number), at: "2026-11-21T09:30:00.123Z", actor: SampleLog.ines,
                locale: SampleLog.fr, string: SampleLog.string(key),
                payload: .translationSet(Value(text)), idempotencyKey: "i"
            ).line
        }
        // Other strings, so that nothing but the key brings them together.
        let first = send("Bonjour", as: "greeting", 10)
        let alias = send("Salut", as: "farewell", 11)
        for line in [first, alias, alias] { log.add(line: line, folder: "fr") }
        let store = InMemoryEventStore()
        let model = try ReadModel.inMemory(project: SampleLog.project)
        try model.catchUp(with: store, to: store.append(log.files))
        let farewell = SampleLog.string("farewell")
        #expect(try model.unit(SampleLog.fr, farewell).text == nil)

        store.remove(paths: ["fr/f2.jsonl", "fr/f3.jsonl"])
        let head = try #require(store.head())
        try model.catchUp(with: store, to: head)
        #expect(try model.unit(SampleLog.fr, farewell).text?.value == Value("Salut"))
        let fresh = try ReadModel.inMemory(
            project: SampleLog.project, store: store, position: head, folders: nil)
        #expect(try model.differingTables(from: fresh) == [])
        #expect(try model.digest() == fresh.digest())
    }
}
