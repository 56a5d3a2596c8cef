import JSON
import Testing
import Texts
import Translation

/// Decisions on files with earlier texts of their strings.
struct EarlierTextTests {
    private static let strings: [Event] = [.language(1), .source(2, .defined("Log in"))]
    /// “Ancien” was replaced by “Nouveau”.
    private static let replaced =
        strings + [
            .fact(4, .set("Ancien"), source: 2), .fact(5, .set("Nouveau"), base: 4, source: 2),
        ]
    private static let reviewed = replaced + [.fact(6, .reviewed(5))]
    /// The source text has changed between the two.
    private static let outdated =
        strings + [
            .fact(3, .set("Ancien"), source: 2), .source(4, .defined("Sign in"), base: 2),
            .fact(5, .set("Nouveau"), base: 3, source: 4),
        ]
    private static let outdatedAndReviewed = outdated + [.fact(6, .reviewed(5))]
    private static let stale =
        strings + [.fact(3, .set("Ancien"), source: 2), .source(4, .defined("Sign in"), base: 2)]
    private static let plural = value("Datei", "Dateien")
    private static let canada =
        strings + [
            .language(7, .localeAdded(LocaleAttributes(fallback: ["fr", "en"])), in: "fr-CA")
        ]

    private static func value(_ one: String, _ other: String) -> Value {
        let cases = [Value.Case("one", Value(one)), Value.Case("other", Value(other))]
        return Value.Choice(by: .plural, cases: cases).map { .choice($0) } ?? Value(other)
    }

    private static func file(
        _ value: Value, in locale: LanguageTag = "fr", beside source: String? = nil,
        needsWork: Bool? = nil, meta: JSONObject? = nil, asProposals: Bool = false,
        isForced: Bool = false
    ) -> Command {
        .importFiles([
            FileImport(
                locale: locale,
                entries: [
                    .init(
                        string: .title, source: source.map { Value($0) }, value: value,
                        textDetails: TextDetails(needsWork: needsWork, meta: meta))
                ], asProposals: asProposals, metaName: "po", isForced: isForced)
        ])
    }

    private static func file(
        _ text: String, in locale: LanguageTag = "fr", beside source: String? = nil,
        needsWork: Bool? = nil, meta: JSONObject? = nil, asProposals: Bool = false,
        isForced: Bool = false
    ) -> Command {
        file(
            Value(text), in: locale, beside: source, needsWork: needsWork, meta: meta,
            asProposals: asProposals, isForced: isForced)
    }

    /// A case, with the lists of the tally that contain the string: `skipped`, `stale`, `earlier`
    /// and `unmarked`.
    struct Case: Sendable, CustomTestStringConvertible {
        let decision: DecisionCase
        let lists: String
        var testDescription: String { decision.name }

        init(
            _ name: String, given: [Event], when command: Command, lists: String = "",
            then outcome: DecisionCase.Outcome
        ) {
            decision = DecisionCase(name, given: given, when: command, then: outcome)
            self.lists = lists
        }
    }

    private static func set(_ words: String) -> DecisionCase.Outcome {
        .events(["translation.set \(words)"])
    }

    static let own: [Case] = [
        Case(
            "an earlier text stays out where a newer one is reviewed", given: reviewed,
            when: file("Ancien"), lists: "skipped", then: .nothing),
        Case(
            "it replaces one that nobody stands for", given: replaced, when: file("Ancien"),
            lists: "earlier", then: set("fr title value=Ancien base=#5 source=#2")),
        Case(
            "it is set on demand", given: reviewed, when: file("Ancien", isForced: true),
            lists: "earlier", then: set("fr title value=Ancien base=#5 source=#2")),
        Case(
            "it replaces a flagged one", given: reviewed + [.fact(7, .flagged(5))],
            when: file("Ancien"), lists: "earlier",
            then: set("fr title value=Ancien base=#5 source=#2")),
        Case(
            "accepted texts are reviewed",
            given: strings + [
                .fact(3, .set("Ancien"), source: 2), .fact(4, .made("P"), base: 3, source: 2),
                .fact(5, .accepted(4, "P"), base: 3, source: 2),
            ], when: file("Ancien"), lists: "skipped", then: .nothing),
        Case(
            "a new text is set all the same", given: reviewed, when: file("Neuf"),
            then: set("fr title value=Neuf base=#5 source=#2")),
        Case(
            "the text that counts is nothing", given: reviewed, when: file("Nouveau"),
            then: .nothing),
        Case(
            "an undone text is an earlier one",
            given: strings + [
                .fact(3, .set("Bon"), source: 2), .fact(4, .reviewed(3)),
                .fact(5, .set("Spam"), base: 3, source: 2),
                .fact(6, .set("Bon"), base: 5, source: 2, copies: 3, undoes: [5]),
            ], when: file("Spam"), lists: "skipped", then: .nothing),
        Case(
            "the other side of a conflict stays one",
            given: strings + [
                .fact(4, .set("A"), source: 2), .fact(5, .set("B"), source: 2),
                .fact(6, .reviewed(5)),
            ], when: file("A"), lists: "skipped", then: .nothing),
        Case(
            "a removed text comes back, and is named",
            given: strings + [
                .fact(3, .set("Ancien"), source: 2), .fact(4, .translationRemoved, base: 3),
            ], when: file("Ancien"), lists: "earlier",
            then: set("fr title value=Ancien base=#4 source=#2")),
        Case(
            "another normal form is the earlier text all the same",
            given: strings + [
                .fact(4, .set("\u{e9}"), source: 2), .fact(5, .set("E"), base: 4, source: 2),
                .fact(6, .reviewed(5)),
            ], when: file("e\u{301}"), lists: "skipped", then: .nothing),
        Case(
            "plurals",
            given: strings + [
                .fact(4, .translationSet(plural), source: 2),
                .fact(5, .translationSet(value("Akte", "Akten")), base: 4, source: 2),
                .fact(6, .reviewed(5)),
            ], when: file(plural), lists: "skipped", then: .nothing),
    ]

    @Test(arguments: own) func ofTheLanguage(_ item: Case) throws { try check(item) }

    static let staleness: [Case] = [
        Case(
            "a stale text replaces none that was made for the present source text",
            given: outdated, when: file("Ancien"), lists: "skipped", then: .nothing),
        Case(
            "also on demand", given: outdatedAndReviewed, when: file("Ancien", isForced: true),
            lists: "stale earlier", then: set("fr title value=Ancien base=#5 source=#2")),
        Case(
            "a removed one too",
            given: stale + [.fact(5, .translationRemoved, base: 3)], when: file("Ancien"),
            lists: "stale earlier", then: set("fr title value=Ancien base=#5 source=#2")),
        Case(
            "exports have the present source text beside it", given: outdated,
            when: file("Ancien", beside: "Sign in"), lists: "skipped", then: .nothing),
        Case(
            "unless its mark was taken away", given: outdated,
            when: file("Ancien", beside: "Sign in", needsWork: false), lists: "earlier unmarked",
            then: set("fr title value=Ancien base=#5 source=#4")),
        Case(
            "a file without source texts has no mark for earlier ones", given: outdated,
            when: file("Ancien", needsWork: false), lists: "skipped", then: .nothing),
        Case(
            "a text that stands in another normal form stays stale",
            given: strings + [
                .fact(3, .set("\u{e9}"), source: 2), .source(4, .defined("Sign in"), base: 2),
            ], when: file("e\u{301}"), lists: "stale",
            then: set("fr title value=e\u{301} base=#3 source=#2")),
        Case(
            "so does one of which the file keeps something else", given: stale,
            when: file("Ancien", meta: JSONObject(uniqueMembers: [("flags", .string("x"))])),
            lists: "stale",
            then: set(
                #"fr title value=Ancien base=#3 source=#2 meta={"po":{"flags":"x"}}"#)),
        Case(
            "a mark that is taken away is named", given: stale,
            when: file("Ancien", needsWork: false), lists: "unmarked",
            then: set("fr title value=Ancien base=#3 source=#4")),
        Case(
            "a file without source texts is believed once",
            given: outdated + [.fact(6, .set("Ancien"), base: 5, source: 2)],
            when: file("Ancien", needsWork: false), lists: "stale", then: .nothing),
        Case(
            "and on demand",
            given: outdated + [.fact(6, .set("Ancien"), base: 5, source: 2)],
            when: file("Ancien", needsWork: false, isForced: true), lists: "unmarked",
            then: set("fr title value=Ancien base=#6 source=#4")),
        Case(
            "one with the present source text always",
            given: outdated + [.fact(6, .set("Ancien"), base: 5, source: 2)],
            when: file("Ancien", beside: "Sign in", needsWork: false), lists: "unmarked",
            then: set("fr title value=Ancien base=#6 source=#4")),
        Case(
            "a flag that is taken away is named",
            given: strings + [.fact(3, .set("Ancien"), source: 2), .fact(4, .flagged(3))],
            when: file("Ancien", needsWork: false), lists: "unmarked",
            then: set("fr title value=Ancien base=#3 source=#2")),
        Case(
            "an earlier text keeps its flag",
            given: replaced + [.fact(6, .flagged(4))], when: file("Ancien"), lists: "earlier",
            then: .events([
                "translation.set fr title value=Ancien base=#5 source=#2",
                "translation.flagged fr title text=+1",
            ])),
        Case(
            "the source text changes in the same import", given: replaced,
            when: .importFiles([
                FileImport(
                    locale: "en", entries: [.init(string: .title, value: Value("Sign in"))]),
                FileImport(
                    locale: "fr", entries: [.init(string: .title, value: Value("Ancien"))]),
            ]), lists: "stale earlier",
            then: .events([
                "string.defined en title value=Sign in base=#2",
                "translation.set fr title value=Ancien base=#5 source=#2",
            ])),
        Case(
            "proposals of earlier texts are outdated", given: outdatedAndReviewed,
            when: file("Ancien", asProposals: true), lists: "stale earlier",
            then: .events([
                "proposal.made fr title value=Ancien guid=\(HashedGuid.second) base=#5 source=#2"
            ])),
    ]

    @Test(arguments: staleness) func thatMayBeStale(_ item: Case) throws { try check(item) }

    static let regional: [Case] = [
        Case(
            "what was inherited stays out where a newer text is reviewed",
            given: canada + [
                .fact(8, .set("Commun"), source: 2),
                .fact(9, .set("Propre"), in: "fr-CA", source: 2),
                .fact(10, .reviewed(9), in: "fr-CA"),
            ], when: file("Commun", in: "fr-CA"), lists: "skipped", then: .nothing),
        Case(
            "also where that one is inherited",
            given: canada + [
                .fact(8, .set("Ancien"), source: 2),
                .fact(9, .set("Nouveau"), base: 8, source: 2), .fact(10, .reviewed(9)),
            ], when: file("Ancien", in: "fr-CA"), lists: "skipped", then: .nothing),
        Case(
            "what is newer than the own text is no earlier one",
            given: canada + [
                .fact(8, .set("Propre"), in: "fr-CA", source: 2),
                .fact(9, .reviewed(8), in: "fr-CA"), .fact(10, .set("Commun"), source: 2),
            ], when: file("Commun", in: "fr-CA"),
            then: set("fr-CA title value=Commun base=#8 source=#2")),
        Case(
            "an own text that was removed comes back, and is named",
            given: canada + [
                .fact(8, .set("Commun"), source: 2), .fact(9, .reviewed(8)),
                .fact(10, .set("Propre"), in: "fr-CA", source: 2),
                .fact(11, .translationRemoved, in: "fr-CA", base: 10),
            ], when: file("Propre", in: "fr-CA"), lists: "earlier",
            then: set("fr-CA title value=Propre base=#11 source=#2")),
        Case(
            "what was inherited is as stale, and replaces none that is not",
            given: canada + [
                .fact(8, .set("Commun"), source: 2), .source(9, .defined("Sign in"), base: 2),
                .fact(10, .set("Propre"), in: "fr-CA", source: 9),
            ], when: file("Commun", in: "fr-CA"), lists: "skipped", then: .nothing),
        Case(
            "variants of the source language inherit its texts",
            given: [
                .language(1, .localeAdded(LocaleAttributes(fallback: ["en"])), in: "en-GB"),
                .source(2, .defined("Log in")), .source(3, .defined("Sign in"), base: 2),
            ], when: file("Log in", in: "en-GB", isForced: true), lists: "stale earlier",
            then: set("en-GB title value=Log in source=#2")),
    ]

    @Test(arguments: regional) func ofRegionalLanguages(_ item: Case) throws { try check(item) }

    private func check(_ item: Case) throws {
        try item.decision.check()
        let state = EventLogState(project: .app, events: item.decision.given)
        let tally = try DecisionCase.decide(item.decision.command, state).tally
        let named = [
            ("skipped", tally.skipped.map(\.string)), ("stale", tally.stale),
            ("earlier", tally.earlierText), ("unmarked", tally.unmarked),
        ].filter { !$0.1.isEmpty }.map(\.0).joined(separator: " ")
        #expect(named == item.lists)
        guard case .importFiles(let files) = item.decision.command else { return }
        var decider = DecisionCase.importDecider(state)
        let events = try files.flatMap { try decider.events(of: $0) }
        #expect(events == (try DecisionCase.decide(item.decision.command, state).events))
        // Importing the same file again adds no event.
        let after = EventLogState(project: .app, events: item.decision.given + events)
        #expect(try DecisionCase.decide(item.decision.command, after).events.isEmpty)
    }
}
