import Testing
import Texts
import Translation

/// Decisions on files that were imported before: their unchanged texts are not new statements.
struct FileStatementTests {
    /// A project over several commands; its files are gettext's, in one section.
    private struct Story {
        private(set) var events: [Event] = [
            .language(1), .source(2, .defined("Open"), string: .title),
            .source(3, .defined("Close"), string: .button),
        ]
        private var seed = 1

        var state: EventLogState { EventLogState(project: .app, events: events) }

        @discardableResult
        mutating func run(_ command: Command) throws -> Decision {
            seed += 1
            let decision = try DecisionCase.decide(command, state, seed: seed)
            events += decision.events
            return decision
        }

        /// Imports a file with a title, which may be marked as needing work, and a button.
        @discardableResult
        mutating func read(
            _ title: Value?, button: String? = nil, in locale: LanguageTag = "fr",
            needsWork: Bool? = nil, beside source: String? = nil, comment: String? = nil,
            conflicts: ImportConflicts = .proposals(.first), format: String? = "po",
            prunes: Bool = false, isForced: Bool = false, asProposals: Bool = false
        ) throws -> Decision {
            var entries: [FileEntry] = []
            if let title {
                entries.append(
                    .init(
                        string: .title, source: source.map { Value($0) }, value: title,
                        details: StringDetails(comment: comment),
                        textDetails: TextDetails(needsWork: needsWork)))
            }
            if let button { entries.append(.init(string: .button, value: Value(button))) }
            return try run(
                .importFiles([
                    FileImport(
                        locale: locale, entries: entries, asProposals: asProposals, prunes: prunes,
                        metaName: "po", isForced: isForced, recordedFormat: format,
                        conflicts: conflicts)
                ]))
        }

        @discardableResult
        mutating func read(
            _ title: String, in locale: LanguageTag = "fr", needsWork: Bool? = nil,
            comment: String? = nil, conflicts: ImportConflicts = .proposals(.first),
            format: String? = "po", isForced: Bool = false, asProposals: Bool = false
        ) throws -> Decision {
            try read(
                Value(title), in: locale, needsWork: needsWork, comment: comment,
                conflicts: conflicts, format: format, isForced: isForced, asProposals: asProposals)
        }

        mutating func set(_ text: String) throws { try run(.setText("fr", .title, Value(text))) }

        func title(in locale: LanguageTag = "fr") -> String? {
            state.unit(locale, .title).text?.value.plainText
        }
        var proposed: [String?] {
            state.unit("fr", .title).proposals.filter { $0.state == .open }
                .map(\.proposed.value.plainText)
        }
    }

    private static let one = [Value.Case("one", Value("%d a")), Value.Case("other", Value("%d b"))]
    private static let plural = Value.Choice(by: .plural, cases: one).map { Value.choice($0) }

    @Test func aFileThatSaysWhatItSaidTakesNothingBack() throws {
        var story = Story()
        try story.read("Ouvrir")
        try story.set("Ouvre")
        let again = try story.read("Ouvrir")
        #expect(again.events.isEmpty && again.tally.unchanged == 1)
        #expect(story.title() == "Ouvre")
        // A file of another format is a different file without any record.
        #expect(try story.read("Ouvrir", format: "csv").tally.earlierText == [.title])
        #expect(story.title() == "Ouvrir")
    }

    @Test func whatWasTakenOutHereStaysOut() throws {
        var story = Story()
        try story.read("Ouvrir")
        try story.run(.unsetText("fr", .title))
        #expect(try story.read("Ouvrir").events.isEmpty)
        let changed = try story.read("Ouvre")
        #expect(changed.tally.conflicts.map(\.value) == [Value("Ouvre")])
        #expect(story.title() == nil && story.proposed == ["Ouvre"])
    }

    @Test func theRecordAloneIsWrittenWhereTheTextsAreKnown() throws {
        var story = Story()
        try story.set("Ouvrir")
        #expect(try story.read("Ouvrir").events.map(\.payload.typeName) == ["file.read"])
        #expect(try story.read("Ouvrir").events.isEmpty)
    }

    @Test func aConflictIsListedOnceAndTheTextHereStays() throws {
        for (conflicts, text, proposed) in [
            (ImportConflicts.ours, "Ouvre", []), (.proposals(.first), "Ouvre", ["Ouvrez"]),
            (.theirs, "Ouvrez", []),
        ] {
            var story = Story()
            try story.read("Ouvrir")
            try story.set("Ouvre")
            let decision = try story.read("Ouvrez", conflicts: conflicts)
            #expect(
                decision.tally.conflicts == [
                    .init(unit: UnitID("fr", .title), value: Value("Ouvrez"))
                ])
            #expect(story.title() == text && story.proposed == proposed, "\(conflicts)")
            let again = try story.read("Ouvrez", conflicts: conflicts)
            #expect(again.events.isEmpty && again.tally.conflicts.isEmpty, "\(conflicts)")
        }
    }

    /// The newer of two statements replaces the older one as the proposal.
    @Test func aFileHasOneProposal() throws {
        var story = Story()
        try story.read("Ouvrir")
        try story.set("Ouvre")
        try story.read("Ouvrez")
        try story.read("Ouvrons")
        #expect(story.proposed == ["Ouvrons"])
    }

    @Test func bothMaySayTheSame() throws {
        var story = Story()
        try story.read("Ouvrir")
        try story.set("Ouvre")
        let decision = try story.read("Ouvre")
        #expect(decision.tally.conflicts.isEmpty && story.title() == "Ouvre")
        #expect(decision.events.map(\.payload.typeName) == ["file.read"])
    }

    @Test func whatAnExportWroteIsNoStatement() throws {
        var story = Story()
        try story.read("Ouvrir")
        try story.set("Exporté")
        try story.set("Nouveau")
        #expect(try story.read("Exporté").tally.conflicts.isEmpty)
        #expect(story.title() == "Nouveau")
        // Editing the file again makes a statement.
        #expect(try story.read("Autre").tally.conflicts.count == 1)
    }

    @Test func whatIsNewInTheFileIsAStatement() throws {
        var story = Story()
        try story.read(nil, button: "Fermer")
        try story.set("Ouvre")
        #expect(try story.read(Value("Ouvrir"), button: "Fermer").tally.conflicts.count == 1)
        #expect(story.title() == "Ouvre")
        var other = Story()
        try other.set("Ouvre")
        try other.read(nil, button: "Fermer")
        #expect(try other.read(Value("Ouvrir"), button: "Fermer").tally.set == 1)
        #expect(other.title() == "Ouvrir")
    }

    @Test func forceTakesAllThatTheFileSays() throws {
        var story = Story()
        try story.read("Ouvrir")
        try story.set("Ouvre")
        #expect(try story.read("Ouvrir", isForced: true).tally.set == 1)
        #expect(story.title() == "Ouvrir")
    }

    @Test func proposalsAreMadeOfStatementsAlone() throws {
        var story = Story()
        try story.read("Ouvrir")
        try story.set("Ouvre")
        #expect(try story.read("Ouvrir", asProposals: true).events.isEmpty)
        #expect(try story.read("Ouvrez", asProposals: true).events.count == 1)
        // Importing as proposals does not record the file.
        #expect(try story.read("Ouvrez").tally.conflicts.count == 1)
    }

    @Test func aMarkIsAStatement() throws {
        var story = Story()
        try story.read("Ouvrir", needsWork: false)
        #expect(try story.read("Ouvrir", needsWork: true).tally.set == 1)
        #expect(story.state.unit("fr", .title).text?.isFlagged == true)
        try story.run(.vouch([UnitID("fr", .title)], reason: nil))
        #expect(try story.read("Ouvrir", needsWork: true).events.isEmpty)
        #expect(story.state.unit("fr", .title).text?.isFlagged == false)
        // The mark of a replaced text is not a statement.
        try story.set("Ouvre")
        #expect(try story.read("Ouvrir", needsWork: false).tally.conflicts.isEmpty)
        #expect(story.title() == "Ouvre")
    }

    @Test func sourceTextsAreTextsToo() throws {
        var story = Story()
        try story.read("Open", in: "en", comment: "A verb.")
        var edit = DefinitionEdit()
        edit.value = Value("Unlock")
        edit.comment = "Of doors."
        try story.run(.editString(.title, edit))
        #expect(try story.read("Open", in: "en", comment: "A verb.").events.isEmpty)
        let commented = try story.read("Open", in: "en", comment: "A word.")
        #expect(commented.tally.defined == 1 && commented.tally.conflicts.isEmpty)
        let definition = story.state.unit("en", .title).definitions.currentDefinition
        #expect(definition?.value == Value("Unlock") && definition?.comment == "A word.")
        #expect(try story.read("Enter", in: "en", comment: "A word.").tally.conflicts.count == 1)
        #expect(story.title(in: "en") == "Unlock")
        try story.read("Go in", in: "en", comment: "A word.", conflicts: .theirs)
        #expect(story.title(in: "en") == "Go in")
    }

    @Test func aStringThatWasRemovedHereComesNotBackByItself() throws {
        var story = Story()
        try story.read("Open", in: "en")
        try story.run(.removeString(.title))
        #expect(try story.read("Open", in: "en").events.isEmpty)
        #expect(try story.read("Enter", in: "en").tally.defined == 1)
    }

    @Test func whatWasPrunedByMistakeComesBack() throws {
        var story = Story()
        try story.read(Value("Ouvrir"), button: "Fermer")
        #expect(try story.read(nil, button: "Fermer", prunes: true).tally.removed == 1)
        #expect(story.title() == nil)
        try story.read(Value("Ouvrir"), button: "Fermer")
        #expect(story.title() == "Ouvrir")
    }

    @Test func anImportThatIsTakenBackWasNone() throws {
        var story = Story()
        try story.read("Ouvrir")
        let second = try story.read("Ouvre")
        try story.run(.revert(RevertOptions(events: second.events.map(\.id))))
        #expect(story.title() == "Ouvrir")
        #expect(try story.read("Ouvrir").events.isEmpty)
        #expect(try story.read("Ouvre").tally.set == 1)
        #expect(story.title() == "Ouvre")
    }

    @Test func aTextOfAnEarlierSourceTextReplacesNoneOfThePresent() throws {
        var story = Story()
        try story.set("Ancien")
        var edit = DefinitionEdit()
        edit.value = Value("Unlock")
        try story.run(.editString(.title, edit))
        try story.set("Nouveau")
        for text in ["Ancien", "Autre"] {
            let decision = try story.read(Value(text), beside: "Open", conflicts: .theirs)
            #expect(decision.tally.skipped.map(\.string) == [.title], "\(text)")
        }
        #expect(story.title() == "Nouveau")
        try story.read(Value("Plus"), beside: "Unlock", conflicts: .theirs)
        #expect(story.title() == "Plus")
    }

    @Test func aTextOfAnotherShapeReplacesNoneOfThePresent() throws {
        let plural = try #require(Self.plural)
        var story = Story()
        try story.set("Ouvrir")
        var edit = DefinitionEdit()
        edit.value = plural
        try story.run(.editString(.title, edit))
        // A stale text may be replaced.
        #expect(try story.read("Ouvre").tally.set == 1)
        try story.run(.setText("fr", .title, plural))
        #expect(try story.read("Ouvrez", format: "csv").tally.skipped.map(\.string) == [.title])
        #expect(story.state.unit("fr", .title).text?.value == plural)
        // Now in the other direction.
        edit.value = Value("Open")
        try story.run(.editString(.title, edit))
        try story.set("Ouvrir")
        #expect(try story.read(plural, format: "xliff").tally.skipped.count == 1)
        #expect(story.title() == "Ouvrir")
        #expect(try story.read(plural, isForced: true).tally.set == 1)
    }

    /// Readers get arguments from the source text, which may change without the file.
    @Test func argumentsAreNoPartOfWhatAFileSays() throws {
        func plural(_ argument: String?) -> Value? {
            Value.Choice(by: .plural, argument: argument, cases: Self.one).map { .choice($0) }
        }
        var story = Story()
        let (bare, named) = (try #require(plural(nil)), try #require(plural("count")))
        try story.read(bare)
        #expect(try story.read(named).events.isEmpty)
    }

    /// Two clones that import the same file compute the same marks.
    @Test func marksAreThoseOfTheDataModel() throws {
        var story = Story()
        let decision = try story.read("Öffnen", in: "en", needsWork: true, comment: "c")
        let read = try #require(decision.events.last)
        #expect(
            String(decoding: read.line, as: UTF8.self).contains(
                #""texts":{"title":"74c40453c9e84175!.11c04d27."}"#))
    }
}
