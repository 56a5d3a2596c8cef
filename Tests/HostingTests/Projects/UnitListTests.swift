import ReadModel
import TestWorld
import Testing
import Texts
import Translation
import Workspace

@testable import Hosting

/// The lists and counts of pages.
@Suite struct UnitListTests {
    private let project: HostedProject
    private let canadian: LanguageTag

    init() throws {
        project = try HostedProject()
        canadian = try #require(LanguageTag("fr-CA"))
        for line in [
            "locale add fr-CA", "string add -s a one 'Number one' --comment 'ÉTAGE'",
            "string add -s a two Two", "string add -s b three Three",
            "string add -s b brand Brand --no-translate", "set fr a:one Un", "set fr a:two Deux",
            "set fr-CA a:two 'Le 2'", "flag fr a:one --reason odd", "vouch fr a:two",
            "string edit a:two 'Two {{n}}'", "propose fr b:three Trois",
            "propose --guid 3f0c9c1e-7a44-4a0e-9f5e-2c8f7c0f1a11 fr b:three Tres",
        ] {
            let result = project.sandbox.run(Transcript.words(line), in: "app")
            try #require(result.status == 0, "\(line): \(result.errors)")
        }
    }

    /// Each count equals the number of rows in the list of its state, in all sections, in each, and
    /// in searches.
    @Test func countsAreThoseOfLists() async throws {
        let host = try await project.open()
        await host.findings.waitUntilCurrent()
        let tags = [project.french, canadian]
        try await host.read { snapshot in
            for locale in tags {
                for section in [nil, "a", "b", "default", "none"] {
                    for query in [nil, "un", "TWO", "étage", "o", "rois", "x\\", "\u{37E}"] {
                        let filter = UnitListFilter(section: section, query: query)
                        let counts = try snapshot.listCounts(locale: locale, filter: filter)
                        for state in UnitListState.allCases {
                            var filter = filter
                            filter.state = state
                            let page = try snapshot.unitList(locale: locale, filter: filter)
                            #expect(
                                page.rows.count == counts[state],
                                "\(locale) \(state) \(section ?? "") \(query ?? "")")
                            #expect(page.hasFindings && page.next == nil)
                        }
                    }
                }
            }
        }
    }

    /// If very many strings match a search, a page shows only how many there are at least.
    @Test func aSearchMayStopCounting() async throws {
        let host = try await project.open()
        let french = project.french
        try await host.read { snapshot in
            var filter = UnitListFilter(query: "o")
            let all = try snapshot.listCounts(locale: french, filter: filter)
            try #require(all.all > 1)
            #expect(!all.isPartial)
            filter.mostCounted = all.all
            #expect(try snapshot.listCounts(locale: french, filter: filter) == all)
            filter.mostCounted = all.all - 1
            let some = try snapshot.listCounts(locale: french, filter: filter)
            #expect(some.all == all.all - 1)
            #expect(some.isPartial)
        }
    }

    @Test func statesAreThoseOfEntries() async throws {
        let host = try await project.open()
        await host.findings.waitUntilCurrent()
        let (french, canadian) = (project.french, canadian)
        try await host.read { (snapshot: Snapshot) throws -> Void in
            func keys(_ locale: LanguageTag, _ state: UnitListState) throws -> [String] {
                try snapshot.unitList(locale: locale, filter: .init(state: state))
                    .rows.map(\.entry.string.key)
            }
            #expect(try keys(french, .all) == ["one", "two", "brand", "three", "title"])
            #expect(try keys(french, .missing) == ["three", "title"])
            #expect(try keys(french, .stale) == ["two"])
            #expect(try keys(french, .flagged) == ["one"])
            #expect(try keys(french, .unreviewed).contains("one"))
            #expect(try keys(french, .proposed) == ["three"])
            #expect(try keys(canadian, .inherited) == ["one"])
            #expect(try keys(canadian, .missing) == ["three", "title"])
            #expect(try keys(french, .findings) == ["two"])
        }
    }

    @Test func pagesGoOnWhereTheyEnded() async throws {
        let host = try await project.open()
        let french = project.french
        let keys = try await host.read { snapshot in
            var keys: [String] = []
            var place: EntryFilter.Place?
            repeat {
                let page = try snapshot.unitList(
                    locale: french, filter: .init(), after: place, limit: 2)
                keys += page.rows.map(\.entry.string.key)
                place = page.next
            } while place != nil
            return keys
        }
        #expect(keys == ["one", "two", "brand", "three", "title"])
    }

    @Test func overviewsCountAndNameTheLastChange() async throws {
        let host = try await project.open()
        await host.findings.waitUntilCurrent()
        let overviews = try await host.read { try $0.languageOverviews() }
        #expect(overviews.map(\.locale.rawValue) == ["en", "fr", "fr-CA"])
        let french = overviews[1]
        #expect(french.status.openProposals == 2 && french.status.proposed == 1)
        #expect(
            french.findings?.strings == 1 && french.findings?.byCheck.first?.name == "placeholders")
        guard case .proposalMade = try #require(french.lastChange).payload else {
            Issue.record("The last change was a proposal.")
            return
        }
        #expect(french.attributes != nil && overviews[0].attributes == nil)
    }
}
