import JSON
import Testing
import Translation

struct DefinitionFlagTests {
    /// A string has the flags of its defining event.
    @Test func flagsComeFromTheEventOfTheDefinition() throws {
        func meta(_ flags: [String]) -> JSONObject {
            JSONObject(uniqueMembers: [("flags", .array(flags.map(JSONValue.string)))])
        }
        let first = Event.source(2, .defined("%d")).keeping("po", meta(["c-format", "fuzzy"]))
        let second = Event.source(3, .defined("%d!"), base: 2).keeping("po", meta(["no-c-format"]))
        func flags(_ events: [Event]) throws -> [String]? {
            let state = EventLogState(project: .app, events: [.language(1)] + events)
            return try state.definitions(.title).currentDefinition?.formatFlags
        }
        #expect(try flags([first]) == ["c-format"])
        #expect(try flags([first, second]) == ["no-c-format"])
        #expect(try flags([.source(2, .defined("%d"))]) == [])
    }
}
