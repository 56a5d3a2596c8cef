import ReadModel
import Testing
import Texts
import Translation

/// Five strings: a translated and stale one, a reviewed one, an inherited one, a missing one, and
/// one that is not to be translated.
private func sampleLog() -> SampleLog {
    var log = SampleLog()
    let old = log.define("stale", "Old text", order: 2)
    log.define("stale", "New text", base: old, order: 2, comment: "On top")
    let reviewed = log.define("reviewed", "Sign in", order: 1)
    log.define("inherited", "Hello there world")
    let missing = log.define("missing", "Not yet")
    log.define("fixed", "Dragoman", isTranslatable: false)
    log.add(.translationSet(Value("Vieux")), SampleLog.frCA, "stale", source: old)
    let text = log.add(
        .translationSet(Value("Connexion")), SampleLog.frCA, "reviewed", source: reviewed)
    log.add(
        .translationReviewed(text: text, reason: nil), SampleLog.frCA, "reviewed",
        actor: SampleLog.tom)
    log.add(.translationSet(Value("Bonjour")), SampleLog.fr, "inherited")
    log.add(
        .proposalMade(ProposedText(value: Value("Pas encore"), guid: HashedGuid("G1"))),
        SampleLog.frCA, "missing", source: missing)
    return log
}

struct EntriesTests {
    private func entries(
        _ filter: EntryFilter = EntryFilter(), chain: [LanguageTag] = [SampleLog.fr]
    ) throws -> [Entry] {
        try sampleLog().model().read {
            try $0.entries(locale: SampleLog.frCA, chain: chain, filter: filter)
        }
    }

    @Test func comeByOrderThenByKey() throws {
        #expect(
            try entries().map(\.string.key)
                == ["reviewed", "stale", "fixed", "inherited", "missing"])
    }

    @Test func sayWhatIsKnown() throws {
        let entries = try entries()
        #expect(
            entries.map(\.mainState) == [.reviewed, .stale, .inherited, .inherited, .missing])
        #expect(entries[0].states == [.translated, .reviewed])
        #expect(entries[0].text?.author == SampleLog.ines)
        #expect(entries[0].text?.reviewer == SampleLog.tom)
        #expect(entries[1].definition.comment == "On top")
        #expect(entries[1].definitionID == SampleLog.id(2))
        #expect(entries[1].text?.id == SampleLog.id(7))
        #expect(!entries[2].isTranslatable)
        #expect(entries[3].inherited?.locale == SampleLog.fr)
        #expect(entries[3].shownValue == Value("Bonjour"))
        #expect(entries[4].states == [.missing, .proposed])
    }

    @Test func inheritFromTheNearestLanguageThatHasAText() throws {
        let chain = [SampleLog.tag("fr-FR"), SampleLog.fr, SampleLog.en]
        let entries = try entries(chain: chain)
        #expect(entries[3].inherited?.locale == SampleLog.fr)
        #expect(entries[4].inherited?.value == Value("Not yet"))
        #expect(try self.entries(chain: [])[3].mainState == .missing)
    }

    @Test func areFiltered() throws {
        func keys(_ filter: EntryFilter) throws -> [String] {
            try entries(filter).map(\.string.key)
        }
        #expect(try keys(EntryFilter(keyPattern: "*i*d")) == ["reviewed", "fixed", "inherited"])
        #expect(try keys(EntryFilter(keyPattern: "stal")) == [])
        #expect(try keys(EntryFilter(keyPattern: "stale*")) == ["stale"])
        #expect(try keys(EntryFilter(search: "SIGN IN")) == ["reviewed"])
        #expect(try keys(EntryFilter(search: "bonj")) == ["inherited"])
        #expect(try keys(EntryFilter(search: "on top")) == ["stale"])
        #expect(
            try keys(EntryFilter(states: [.stale, .inherited])) == ["stale", "fixed", "inherited"])
        #expect(try keys(EntryFilter(states: [.missing])) == ["missing"])
        #expect(try keys(EntryFilter(string: SampleLog.string("stale"))) == ["stale"])
        #expect(try keys(EntryFilter(section: "other")) == [])
    }

    @Test func readOnlyWhatWasReviewedWhenAsked() throws {
        var log = sampleLog()
        let reviewed = SampleLog.id(8)
        log.add(.translationSet(Value("Ouvrir")), SampleLog.frCA, "reviewed", base: reviewed)
        let entries = try log.model().read {
            try $0.entries(
                locale: SampleLog.frCA, chain: [SampleLog.fr],
                filter: EntryFilter(isReviewedOnly: true))
        }
        #expect(entries[0].text?.value == Value("Connexion"))
        #expect(entries[0].text?.isReviewed == true)
        #expect(entries[1].text == nil)
        #expect(entries[3].inherited == nil)
    }

    @Test func leaveStaleTextsOutWhenAsked() throws {
        let filter = EntryFilter(keyPattern: "stale", omitsStale: true)
        let before = try #require(try entries(EntryFilter(keyPattern: "stale")).first)
        #expect(before.text?.isStale == true)
        let entry = try #require(try entries(filter).first)
        #expect(entry.text == nil)
        #expect(entry.inherited == nil)
        // A regional language does not inherit a stale text either.
        let heir = try sampleLog().model().read {
            try $0.entries(
                locale: SampleLog.tag("fr-CH"), chain: [SampleLog.frCA, SampleLog.fr],
                filter: filter)
        }
        #expect(heir.first?.inherited == nil)
        let all = try sampleLog().model().read {
            try $0.entries(
                locale: SampleLog.tag("fr-CH"), chain: [SampleLog.frCA, SampleLog.fr],
                filter: EntryFilter(keyPattern: "stale"))
        }
        #expect(all.first?.inherited?.isStale == true)
    }

    @Test func areTheDefinitionsInTheSourceLanguage() throws {
        let entries = try sampleLog().model().read {
            try $0.entries(locale: SampleLog.en, chain: [])
        }
        #expect(entries.allSatisfy { $0.text?.value == $0.definition.value })
    }

    @Test func countTowardsTheStatus() throws {
        var log = sampleLog()
        let enGB = SampleLog.tag("en-GB")
        log.add(.localeAdded(LocaleAttributes(fallback: [SampleLog.fr])), SampleLog.frCA)
        log.add(.localeAdded(LocaleAttributes(fallback: [])), SampleLog.fr)
        log.add(.localeAdded(LocaleAttributes(fallback: [SampleLog.en])), enGB)
        let model = try log.model()
        let row = try model.read { try $0.status(of: SampleLog.frCA) }
        #expect(
            [row.total, row.translated, row.inherited, row.missing] == [4, 2, 1, 1])
        #expect([row.reviewed, row.stale, row.proposed, row.words] == [1, 1, 1, 4])
        #expect([row.inheritedStale, row.flagged, row.conflicts] == [0, 0, 0])
        let source = try model.read { try $0.status(of: SampleLog.en) }
        #expect([source.total, source.translated, source.words] == [4, 4, 0])
        let variant = try model.read { try $0.status(of: enGB) }
        #expect([variant.inherited, variant.missing, variant.words] == [4, 0, 0])
    }

    @Test func copeWithALongChain() throws {
        let chain = (0..<500).map { SampleLog.tag("x\($0)") }
        #expect(try entries(chain: [SampleLog.fr] + chain)[3].mainState == .inherited)
    }
}
