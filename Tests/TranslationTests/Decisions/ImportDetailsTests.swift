import JSON
import Testing
import Texts
import Translation

/// Decisions on the data in files besides texts.
struct ImportDetailsTests {
    private static let flags = meta("flags", "c-format")
    private static let strings: [Event] = [
        .language(1), .source(2, .defined("Title", comment: "Old")),
    ]
    private static let french = strings + [.fact(3, .set("Titre"), source: 2)]
    private static let stale = french + [.source(4, .defined("Header"), base: 2)]
    private static let flagged = french + [.fact(4, .flagged(3))]
    private static let kept =
        strings + [
            .fact(3, .set("Titre"), source: 2).keeping("po", flags)
        ]

    private static func meta(_ key: String, _ text: String) -> JSONObject {
        JSONObject(uniqueMembers: [(key, .string(text))])
    }

    private static func source(_ text: String, _ details: StringDetails) -> Command {
        .importFiles([
            FileImport(
                locale: "en",
                entries: [.init(string: .title, value: Value(text), details: details)],
                metaName: "po")
        ])
    }

    private static func french(
        _ text: String, _ details: TextDetails, as format: String = "po", asProposals: Bool = false
    ) -> Command {
        .importFiles([
            FileImport(
                locale: "fr",
                entries: [.init(string: .title, value: Value(text), textDetails: details)],
                asProposals: asProposals, metaName: format)
        ])
    }

    static let ofStrings: [DecisionCase] = [
        DecisionCase(
            "a new string has what the file says",
            when: source(
                "Title",
                StringDetails(
                    comment: "C", maximumLength: .init(count: 9, unit: .grapheme),
                    isTranslatable: false, references: ["a.c:1"], meta: flags)),
            then: .events([
                #"string.defined en title value=Title comment=C maxLength={"n":9,"unit":"grapheme"} "#
                    + #"translate=false refs=[a.c:1] meta={"po":{"flags":"c-format"}}"#
            ])),
        DecisionCase(
            "what the file does not say stays", given: strings,
            when: source("Title", StringDetails()), then: .nothing),
        DecisionCase(
            "another comment is minor", given: strings,
            when: source("Title", StringDetails(comment: "New")),
            then: .events(["string.defined en title value=Title comment=New minor=true base=#2"])),
        DecisionCase(
            "what only the format knows is minor", given: strings,
            when: source("Title", StringDetails(meta: flags)),
            then: .events([
                #"string.defined en title value=Title comment=Old minor=true base=#2 meta={"po":{"flags":"c-format"}}"#
            ])),
        DecisionCase(
            "nothing to keep where nothing is kept", given: strings,
            when: source("Title", StringDetails(meta: JSONObject(uniqueMembers: []))),
            then: .nothing),
    ]

    @Test(arguments: ofStrings) func ofString(_ item: DecisionCase) throws { try item.check() }

    static let ofTexts: [DecisionCase] = [
        DecisionCase(
            "a text in need of work is flagged", given: strings,
            when: french("Titre", TextDetails(needsWork: true)),
            then: .events([
                "translation.set fr title value=Titre source=#2",
                "translation.flagged fr title text=+1",
            ])),
        DecisionCase(
            "a text that stands is flagged only", given: french,
            when: french("Titre", TextDetails(needsWork: true)),
            then: .events(["translation.flagged fr title text=#3"])),
        DecisionCase(
            "flagged already", given: flagged, when: french("Titre", TextDetails(needsWork: true)),
            then: .nothing),
        DecisionCase(
            "stale counts as flagged", given: stale,
            when: french("Titre", TextDetails(needsWork: true)), then: .nothing),
        DecisionCase(
            "a mark that is taken away states the text anew", given: flagged,
            when: french("Titre", TextDetails(needsWork: false)),
            then: .events(["translation.set fr title value=Titre base=#3 source=#2"])),
        DecisionCase(
            "for the source of today", given: stale,
            when: french("Titre", TextDetails(needsWork: false)),
            then: .events(["translation.set fr title value=Titre base=#3 source=#4"])),
        DecisionCase(
            "a format without marks changes none", given: flagged,
            when: french("Titre", TextDetails()), then: .nothing),
        DecisionCase(
            "proposals have no marks", given: french,
            when: french("Titre", TextDetails(needsWork: true), asProposals: true), then: .nothing),
        DecisionCase(
            "what is kept is nothing new", given: kept,
            when: french("Titre", TextDetails(meta: flags)), then: .nothing),
        DecisionCase(
            "what is kept is not said again", given: kept, when: french("Titre", TextDetails()),
            then: .nothing),
        DecisionCase(
            "marked, and something else to keep", given: kept,
            when: french("Titre", TextDetails(needsWork: true, meta: meta("note", "n"))),
            then: .events([
                #"translation.set fr title value=Titre base=#3 source=#2 meta={"po":{"note":"n"}}"#,
                "translation.flagged fr title text=+1",
            ])),
        DecisionCase(
            "formats keep side by side", given: kept,
            when: french("Titre", TextDetails(meta: meta("id", "7")), as: "xliff"),
            then: .events([
                #"translation.set fr title value=Titre base=#3 source=#2 meta={"xliff":{"id":"7"},"po":{"flags":"c-format"}}"#
            ])),
        DecisionCase(
            "an empty object keeps nothing", given: kept,
            when: french("Titre", TextDetails(meta: JSONObject(uniqueMembers: []))),
            then: .events(["translation.set fr title value=Titre base=#3 source=#2"])),
    ]

    @Test(arguments: ofTexts) func ofText(_ item: DecisionCase) throws { try item.check() }

    static let outliving: [DecisionCase] = [
        DecisionCase(
            "a text that is set keeps it", given: kept,
            when: .setText("fr", .title, Value("Le titre")),
            then: .events([
                #"translation.set fr title value=Le titre base=#3 source=#2 meta={"po":{"flags":"c-format"}}"#
            ])),
        DecisionCase(
            "so does an accepted one", given: kept + [.fact(4, .made("T"), base: 3, source: 2)],
            when: .accept([.number(4)], AcceptOptions()),
            then: .events([
                #"proposal.accepted fr title proposal=#4 value=T author=Ines base=#3 source=#2 meta={"po":{"flags":"c-format"}}"#
            ])),
        DecisionCase(
            "so does a renamed string", given: kept,
            when: .renameString(.title, to: .button),
            then: .events([
                "string.defined en button value=Title comment=Old copies=#2",
                #"translation.set fr button value=Titre source=+1 copies=#3 meta={"po":{"flags":"c-format"}}"#,
                "string.removed en title base=#2",
            ])),
        DecisionCase(
            "what is taken out keeps nothing", given: kept, when: .unsetText("fr", .title),
            then: .events(["translation.removed fr title base=#3"])),
    ]

    @Test(arguments: outliving) func outlives(_ item: DecisionCase) throws { try item.check() }

    /// The data model limits an event's format data to 4 KiB.
    @Test func whatIsTooMuchGoes() throws {
        let long = Self.meta("note", String(repeating: "x", count: 4000))
        let state = EventLogState(project: .app, events: Self.kept)
        let decision = try DecisionCase.decide(
            Self.french("Titre", TextDetails(meta: long), as: "xliff"), state)
        let meta = try #require(decision.events.first?.meta)
        #expect(meta.members.map(\.key) == ["xliff", "po"])
        let longer = Self.meta("note", String(repeating: "x", count: 4060))
        let next = try DecisionCase.decide(
            Self.french("Titre", TextDetails(meta: longer), as: "xliff"), state)
        #expect(next.events.first?.meta?.members.map(\.key) == ["xliff"])
    }
}

extension Event {
    /// Returns the event with a format's data in it.
    func keeping(_ format: String, _ meta: JSONObject) -> Event {
        var event = self
        event.meta = JSONObject(uniqueMembers: [(format, .object(meta))])
        return event
    }
}
