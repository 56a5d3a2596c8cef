import JSON
import Testing
import Texts
import Translation

/// Languages, settings and sections: the registers that are not texts.
struct ProjectStateTests {
    static let languages:
        [(name: String, events: [Event], exists: Bool, heads: [Int], lost: [Int])] = [
            ("added", [.language(1)], true, [1], []),
            ("removed", [.language(1), .language(2, .localeRemoved, base: 1)], false, [2], []),
            (
                "a removal that saw nothing", [.language(1), .language(2, .localeRemoved)], true,
                [1, 2], [2]
            ),
            (
                "an addition after it", [.language(1, .localeRemoved), .language(2)], true, [1, 2],
                [1]
            ),
            (
                "added again",
                [.language(1), .language(2, .localeRemoved, base: 1), .language(3, base: 2)], true,
                [3], []
            ),
            ("added twice alike", [.language(1), .language(2)], true, [1, 2], []),
            (
                "added twice with other chains",
                [.language(1), .language(2, .localeAdded(LocaleAttributes(fallback: [])))], true,
                [1, 2],
                [1]
            ),
            (
                "a cycle", [.language(1, base: 2), .language(2, .localeRemoved, base: 1)], false,
                [2], []
            ),
        ]

    @Test(arguments: languages)
    func language(name: String, events: [Event], exists: Bool, heads: [Int], lost: [Int]) throws {
        let state = EventLogState(project: .app, events: events)
        let locale = try #require(state.locale("fr"))
        #expect(locale.exists == exists)
        #expect(locale.register.heads.map(\.number) == heads)
        #expect(locale.register.losers.map(\.number) == lost)
        #expect(state.localeTags() == (exists ? ["fr"] : []))
        checkOrders(of: events)
    }

    @Test func aLanguageWithoutEventsIsNone() {
        let state = EventLogState(project: .app, events: [.fact(1, .set("A"))])
        #expect(state.locale("fr") == nil)
        #expect(state.localeTags() == [])
        #expect(state.unit("fr", .title).text != nil)
    }

    static let settings: [(name: String, events: [Event], value: JSONValue?, lost: [Int])] = [
        ("none", [], nil, []),
        ("a value", [.setting(1, "frozen", ["de"])], ["de"], []),
        ("another", [.setting(1, "frozen", ["de"]), .setting(2, "frozen", [], base: 1)], [], []),
        ("the default", [.setting(1, "frozen", []), .setting(2, "frozen", nil, base: 1)], nil, []),
        ("two", [.setting(1, "frozen", ["de"]), .setting(2, "frozen", [])], [], [1]),
        ("two alike", [.setting(1, "frozen", []), .setting(2, "frozen", [])], [], []),
        ("the default loses", [.setting(1, "frozen", nil), .setting(2, "frozen", [])], [], [1]),
        ("the default wins", [.setting(1, "frozen", []), .setting(2, "frozen", nil)], nil, [1]),
        ("another setting", [.setting(1, "inherit", false)], nil, []),
    ]

    @Test(arguments: settings)
    func setting(name: String, events: [Event], value: JSONValue?, lost: [Int]) {
        let state = EventLogState(project: .app, events: events)
        #expect(state.setting("frozen").value == value)
        #expect(state.setting("frozen").register.losers.map(\.number) == lost)
        checkOrders(of: events)
    }

    @Test func sectionsAsFiles() {
        func file(_ number: Int, _ path: String?, base: Int? = nil) -> Event {
            Self.file(number, FileResource(format: "po", path: path), base: base)
        }
        let events = [file(1, "a.po"), file(2, nil, base: 1), file(3, "b.po", base: 1)]
        let resource = EventLogState(project: .app, events: events).resource("auth")
        #expect(resource.file == FileResource(format: "po", path: "b.po"))
        #expect(resource.register.losers == [.number(2)])
        checkOrders(of: events)
        let empty = EventLogState(project: .app).resource("auth")
        #expect(empty.file == FileResource() && empty.register.heads.isEmpty)
    }

    @Test func keptValuesAreCompared() {
        func file(_ number: Int, _ kept: String?) -> Event {
            Self.file(
                number, FileResource(format: "arb", skeleton: "{\(number)}", kept: kept), in: "fr")
        }
        let events = [file(1, "0c"), file(2, "0d"), file(3, "0d"), file(4, nil)]
        let resource = EventLogState(project: .app, events: events).resource("auth", in: "fr")
        #expect(resource.register.losers == [.number(1), .number(2), .number(3)])
        #expect(resource.file.skeleton == "{4}")
        let same = EventLogState(project: .app, events: Array(events[1...2]))
        #expect(same.resource("auth", in: "fr").register.losers == [])
        checkOrders(of: events)
    }

    @Test func filesOfLanguagesAreApart() {
        let events = [
            Self.file(1, FileResource(format: "po", path: "a.pot")),
            Self.file(2, FileResource(format: "po", skeleton: "# French"), in: "fr"),
            Self.file(3, FileResource(format: "po", skeleton: "# French too"), in: "fr"),
        ]
        let state = EventLogState(project: .app, events: events)
        #expect(state.resource("auth").file.path == "a.pot")
        let french = state.resource("auth", in: "fr")
        #expect(french.file.skeleton == "# French too")
        // Two skeletons are two heads, but no conflict.
        #expect(french.register.heads == [.number(2), .number(3)])
        #expect(french.register.losers == [])
        #expect(state.resource("auth", in: "de").file == FileResource())
        checkOrders(of: events)
    }

    private static func file(
        _ number: Int, _ file: FileResource, in locale: LanguageTag = "en", base: Int? = nil
    ) -> Event {
        var event = Event.fact(
            number, .resourceDefined(file), in: locale, string: nil, base: base)
        event.section = "auth"
        return event
    }

    @Test func aSectionThatIsNotNamedIsTheDefaultOne() {
        let file = FileResource(format: "po", path: "a.po")
        let named = Event.fact(1, .resourceDefined(file), in: "en")
        let state = EventLogState(project: .app, events: [named])
        #expect(state.resource("default").file.path == "a.po")
    }

    @Test func whatNoFoldKnowsIsKept() {
        let event = Event.fact(1, .unrecognized(type: "tea.served"))
        let state = EventLogState(project: .app, events: [event])
        #expect(state.allEvents == [event])
        #expect(state.subjects.isEmpty)
    }
}
