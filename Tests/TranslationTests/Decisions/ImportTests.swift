import JSON
import Testing
import Texts
import Translation

/// Decisions on imported files.
struct ImportTests {
    private static let strings: [Event] = [
        .language(1), .source(2, .defined("Title")),
        .source(3, .defined("Button"), string: .button),
    ]
    private static let french =
        strings + [
            .fact(4, .set("Titre"), source: 2),
            .fact(5, .set("Bouton"), string: .button, source: 3),
        ]
    private static let canada =
        french + [
            .language(6, .localeAdded(LocaleAttributes(fallback: ["fr", "en"])), in: "fr-CA")
        ]

    private static func file(
        _ locale: LanguageTag, _ entries: KeyValuePairs<String, String?>, asProposals: Bool = false,
        prunes: Bool = false, keepsEmpty: Bool = false, definesOrder: Bool = false
    ) -> FileImport {
        FileImport(
            locale: locale,
            entries: entries.map {
                .init(
                    string: StringID(section: "default", key: $0.key),
                    value: $0.value.map { Value($0) })
            }, asProposals: asProposals, prunes: prunes, keepsEmpty: keepsEmpty,
            definesOrder: definesOrder)
    }

    private static func reading(_ files: FileImport...) -> Command { .importFiles(files) }

    static let sources: [DecisionCase] = [
        DecisionCase(
            "strings are defined", when: reading(file("en", ["title": "Title", "button": ""])),
            then: .events([
                "string.defined en title value=Title", "string.defined en button value=",
            ])),
        DecisionCase(
            "in the order of the file",
            when: reading(file("en", ["b": "B", "a": "A"], definesOrder: true)),
            then: .events([
                "string.defined en b value=B order=1024", "string.defined en a value=A order=2048",
            ])),
        DecisionCase(
            "what changed is defined anew, with what else was said of it",
            given: [.source(2, .defined("Title", comment: "c"))],
            when: reading(file("en", ["title": "Header"])),
            then: .events(["string.defined en title value=Header comment=c base=#2"])),
        DecisionCase(
            "what says the same is nothing", given: strings,
            when: reading(file("en", ["title": "Title", "button": "Button"])), then: .nothing),
        DecisionCase(
            "what only moved is minor", given: strings,
            when: reading(file("en", ["title": "Title"], definesOrder: true)),
            then: .events(["string.defined en title value=Title order=1024 minor=true base=#2"])),
        DecisionCase(
            "the side of a conflict that counts decides nothing",
            given: strings + [.source(4, .defined("Header"))],
            when: reading(file("en", ["title": "Header"])), then: .nothing),
        DecisionCase(
            "a removed string comes back", given: strings + [.source(4, .stringRemoved, base: 2)],
            when: reading(file("en", ["title": "Title"])),
            then: .events(["string.defined en title value=Title base=#4"])),
        DecisionCase(
            "what the file lacks is taken out when it is to be", given: strings,
            when: reading(file("en", ["title": "Title"], prunes: true)),
            then: .events(["string.removed en button base=#3"])),
        DecisionCase(
            "other sections stay",
            given: [
                .source(2, .defined("A"), string: StringID(section: "auth", key: "a")),
                .source(3, .defined("B"), string: .button),
            ], when: reading(file("en", ["title": "Title"], prunes: true)),
            then: .events([
                "string.defined en title value=Title", "string.removed en button base=#3",
            ])),
        DecisionCase(
            "a frozen source", given: [.setting(1, "frozen", ["en"])],
            when: reading(file("en", ["a": "A"])), then: .refused(.frozen)),
        DecisionCase(
            "two files that define one string",
            when: reading(file("en", ["a": "A"]), file("en", ["a": "B"])),
            then: .refused(.invalidFile)),
        DecisionCase(
            "a key twice", when: reading(file("en", ["a": "A", "a": "A"])),
            then: .refused(.invalidFile)),
        DecisionCase(
            "proposals for the source", given: strings,
            when: reading(file("en", ["title": "Header"], asProposals: true)),
            then: .events(["proposal.made en title value=Header guid=\(HashedGuid.second) base=#2"])
        ),
    ]

    @Test(arguments: sources) func source(_ item: DecisionCase) throws { try item.check() }

    static let texts: [DecisionCase] = [
        DecisionCase(
            "texts are set", given: strings,
            when: reading(file("fr", ["title": "Titre", "button": nil])),
            then: .events(["translation.set fr title value=Titre source=#2"])),
        DecisionCase(
            "the source file comes first", given: [.language(1)],
            when: reading(file("fr", ["title": "Titre"]), file("en", ["title": "Title"])),
            then: .events([
                "string.defined en title value=Title",
                "translation.set fr title value=Titre source=+1",
            ])),
        DecisionCase(
            "what stands is nothing", given: french,
            when: reading(file("fr", ["title": "Titre", "button": "Bouton"])), then: .nothing),
        DecisionCase(
            "another normal form is another text",
            given: strings + [.fact(4, .set("\u{e9}"), source: 2)],
            when: reading(file("fr", ["title": "e\u{301}"])),
            then: .events(["translation.set fr title value=e\u{301} base=#4 source=#2"])),
        DecisionCase(
            "the side of a conflict that counts decides nothing",
            given: french + [.fact(6, .set("X"))], when: reading(file("fr", ["title": "X"])),
            then: .nothing),
        DecisionCase(
            "another text settles a conflict", given: french + [.fact(6, .set("X"))],
            when: reading(file("fr", ["title": "Y"])),
            then: .events(["translation.set fr title value=Y base=#6 over=[#4] source=#2"])),
        DecisionCase(
            "empty is untranslated", given: strings, when: reading(file("fr", ["title": ""])),
            then: .nothing),
        DecisionCase(
            "empty is kept on demand", given: strings,
            when: reading(file("fr", ["title": ""], keepsEmpty: true)),
            then: .events(["translation.set fr title value= source=#2"])),
        DecisionCase(
            "empty is marked as deliberate", given: strings,
            when: reading(
                FileImport(
                    locale: "fr",
                    entries: [.init(string: .title, value: Value(""), isDeliberatelyEmpty: true)])),
            then: .events(["translation.set fr title value= source=#2"])),
        DecisionCase(
            "empty where the source is", given: [.language(1), .source(2, .defined(""))],
            when: reading(file("fr", ["title": ""])),
            then: .events(["translation.set fr title value= source=#2"])),
        DecisionCase(
            "what is inherited is nothing", given: canada,
            when: reading(file("fr-CA", ["title": "Titre", "button": "Bouton!"])),
            then: .events(["translation.set fr-CA button value=Bouton! source=#3"])),
        DecisionCase(
            "what differs from the text stands, though it is inherited",
            given: canada + [.fact(7, .set("T"), in: "fr-CA", source: 2)],
            when: reading(file("fr-CA", ["title": "Titre"])),
            then: .events(["translation.set fr-CA title value=Titre base=#7 source=#2"])),
        DecisionCase(
            "as proposals", given: french,
            when: reading(file("fr", ["title": "P", "button": "Bouton"], asProposals: true)),
            then: .events([
                "proposal.made fr title value=P guid=\(HashedGuid.second) base=#4 source=#2"
            ])),
        DecisionCase(
            "as proposals that are there",
            given: french + [.fact(6, .made("P", .second), base: 4, source: 2)],
            when: reading(file("fr", ["title": "P"], asProposals: true)), then: .nothing),
        DecisionCase(
            "as proposals, in another normal form of what stands",
            given: strings + [.fact(4, .set("\u{e9}"), source: 2)],
            when: reading(file("fr", ["title": "e\u{301}"], asProposals: true)), then: .nothing),
        DecisionCase(
            "as proposals for strings of the same command", given: [.language(1)],
            when: reading(
                file("en", ["title": "Title"]), file("fr", ["title": "P"], asProposals: true)),
            then: .events([
                "string.defined en title value=Title",
                "proposal.made fr title value=P guid=\(HashedGuid.second) source=+1",
            ])),
        DecisionCase(
            "as proposals without guid", given: french,
            when: reading(file("fr", ["title": "P"], asProposals: true)), guid: nil,
            then: .refused(.noGuid)),
        DecisionCase(
            "what the file lacks is taken out when it is to be", given: french,
            when: reading(file("fr", ["title": "Titre"], prunes: true)),
            then: .events(["translation.removed fr button base=#5"])),
        DecisionCase(
            "a proposal cannot take out", given: french,
            when: reading(file("fr", ["title": "Titre"], asProposals: true, prunes: true)),
            then: .refused(.contradiction)),
        DecisionCase(
            "a frozen language", given: french + [.setting(6, "frozen", ["fr"])],
            when: reading(file("fr", ["title": "X"])), then: .refused(.frozen)),
        DecisionCase(
            "a frozen language takes proposals", given: french + [.setting(6, "frozen", ["fr"])],
            when: reading(file("fr", ["title": "X"], asProposals: true)),
            then: .events([
                "proposal.made fr title value=X guid=\(HashedGuid.second) base=#4 source=#2"
            ])),
        DecisionCase(
            "a language that is not there", given: french, when: reading(file("de", ["a": "A"])),
            then: .refused(.unknownLanguage)),
        DecisionCase(
            "two files with a text for one string", given: strings,
            when: reading(file("fr", ["title": "A"]), file("fr", ["title": "B"])),
            then: .refused(.invalidFile)),
        DecisionCase(
            "two files that say what stands", given: french,
            when: reading(file("fr", ["title": "Titre"]), file("fr", ["title": "Titre"])),
            then: .nothing),
    ]

    @Test(arguments: texts) func text(_ item: DecisionCase) throws { try item.check() }

    @Test func whatWasDoneIsCounted() throws {
        let state = EventLogState(project: .app, events: Self.french)
        let deep = FileEntry(
            string: StringID(section: "default", key: "deep"), value: DecisionCase.tooDeep)
        let nameless = FileEntry(
            string: StringID(section: "default", key: ""), value: Value("PO header"))
        var source = Self.file("en", ["title": "Header", "new": "New", "none": nil])
        source.entries += [deep, nameless]
        let command = Self.reading(
            source,
            Self.file(
                "fr", ["title": "Titre", "new": "Neuf", "gone": "?", "none": nil, "button": ""],
                prunes: true))
        let tally = try DecisionCase.decide(command, state).tally
        #expect(tally.defined == 2)
        #expect(tally.set == 1)
        #expect(tally.unchanged == 1)
        #expect(tally.empty.count == 1)
        #expect(tally.removed == 0)
        #expect(tally.skipped.map(\.string.key) == ["none", "deep", "", "gone", "none"])
        #expect(tally.skipped.allSatisfy { $0.reason.hasSuffix(".") })
    }

    /// The current order of each key in the file, and the resulting orders.
    static let orders: [(current: [Int64?], expected: [Int64?])] = [
        ([], []), ([nil, nil, nil], [1024, 2048, 3072]), ([1024, 2048], [1024, 2048]),
        ([1024, nil, 2048], [1024, 1536, 2048]), ([nil, 1024], [0, 1024]),
        ([nil, nil, 1024], [-1024, 0, 1024]), ([1024, nil], [1024, 2048]),
        ([2048, 1024], [0, 1024]), ([3072, 1024, 2048], [0, 1024, 2048]),
        ([1, nil, 2], [1024, 2048, 3072]), ([1, nil, nil, 4], [1, 2, 3, 4]),
        ([5, 5], [-1019, 5]),
    ]

    @Test(arguments: orders)
    func asManyAsMayKeepTheirPlace(current: [Int64?], expected: [Int64?]) throws {
        let names = current.indices.map { StringID(section: "default", key: "k\($0)") }
        let given = zip(names, current.enumerated()).compactMap { name, place in
            place.element.map { order in
                Event.source(
                    place.offset + 1,
                    .stringDefined(Definition(value: Value("x"), order: order)), string: name)
            }
        }
        let state = EventLogState(project: .app, events: given)
        let file = FileImport(
            locale: "en", entries: names.map { .init(string: $0, value: Value("x")) },
            definesOrder: true)
        let decision = try DecisionCase.decide(.importFiles([file]), state)
        let after = EventLogState(project: .app, events: given + decision.events)
        let orders = names.map { after.unit("en", $0).definitions.currentDefinition?.order }
        #expect(orders == expected)
        let again = try DecisionCase.decide(.importFiles([file]), after)
        #expect(again.events.isEmpty)
    }

    @Test(arguments: sources + texts) func fileByFileTheSameIsDecided(_ item: DecisionCase) throws {
        guard case .importFiles(let files) = item.command, !files.contains(where: \.prunes) else {
            return
        }
        let state = EventLogState(project: .app, events: item.given)
        func atOnce() throws -> Decision { try DecisionCase.decide(item.command, state) }
        func fileByFile() throws -> [Event] {
            let isFirst = { (file: FileImport) in file.locale == "en" && !file.asProposals }
            var decider = DecisionCase.importDecider(state)
            return try (files.filter(isFirst) + files.filter { !isFirst($0) })
                .flatMap { try decider.events(of: $0) }
        }
        switch Result(catching: atOnce) {
        case .success(let decision): #expect(try fileByFile() == decision.events)
        case .failure(let refusal as Refusal):
            #expect { try fileByFile() } throws: { ($0 as? Refusal)?.code == refusal.code }
        case .failure(let error): throw error
        }
    }
}
