import EventStore
import Hosting
import Hummingbird
import Languages
import ReadModel
import Server
import Texts
import Translation
import Workspace

extension PageCall {
    /// The maximum number of strings to show for each language, for all languages together, and for
    /// a single language.
    private static let (shownOfEach, shownOfAll, shownOfOne) = (10, 100, 200)
    /// The number of strings to count for each language.
    private static let mostCounted = 100
    /// The number of strings to compare for each language, and for a single language.
    private static let (comparedOfEach, comparedOfOne) = (2_000, 50_000)

    /// Returns the page with the strings that a search finds, by language.
    func searchPage() async throws -> Response {
        let filter = SearchFilter(query)
        let problem = filter.query.isEmpty ? nil : filter.problem(wording)
        let isSearch = !filter.query.isEmpty && problem == nil
        let read: @Sendable (Snapshot, SearchIndex?) throws -> (SearchContent, Frame) = {
            snapshot, index in
            if let locale = filter.locale { try snapshot.requireLocale(locale) }
            var frame = try projectFrame(
                "search",
                title: isSearch
                    ? title("“\(filter.query)”", wording("search.title"))
                    : title(wording("search.title")),
                crumbs: [.init(label: wording("search.title"))], in: snapshot)
            if let problem { frame.banners.append(Banner(problem, wording)) }
            let groups = isSearch ? try self.groups(filter, index, in: snapshot) : []
            return (try searchContent(filter, groups, isSearch: isSearch, in: snapshot), frame)
        }
        let (content, frame) =
            isSearch ? try await search(read) : try await project.read { try read($0, nil) }
        return try site.page(content, frame, status: problem?.status ?? .ok)
    }

    private func searchContent(
        _ filter: SearchFilter, _ groups: [SearchContent.Group], isSearch: Bool,
        in snapshot: Snapshot
    ) throws -> SearchContent {
        let sections = try snapshot.sectionCounts().map(\.section)
        let locales = try snapshot.locales()
        var nothing: SearchContent.Nothing?
        if isSearch, groups.isEmpty {
            let limit = [
                "limits": filter.section.map {
                    " " + wording("search.inSection", ["section": $0])
                } ?? ""
            ]
            nothing = .init(
                words: wording("search.nothing", ["query": filter.query]),
                hint: filter.locale.map {
                    wording(
                        "search.searchedLanguage",
                        limit.merging(["language": wording.language($0)]) { $1 })
                } ?? wording("search.searchedAll", limit),
                clear: filter.locale == nil && filter.section == nil
                    ? nil : path + "/search?q=" + PercentEncoding.text(filter.query))
        }
        return SearchContent(
            action: path + "/search", query: filter.query,
            languages: locales.map { locale in
                Choice(
                    value: locale.rawValue, label: wording.language(locale),
                    selected: locale == filter.locale)
            },
            sections: sections.map { section in
                Choice(value: section, label: section, selected: section == filter.section)
            },
            advice: isSearch ? filter.advice.map { wording($0) } : nil,
            replace: groups.isEmpty || !may(.propose)
                ? nil : path + "/replace" + filter.address,
            groups: groups, nothing: nothing)
    }

    /// Returns the results for each language in which something was found, the source language
    /// first.
    private func groups(
        _ filter: SearchFilter, _ index: SearchIndex?, in snapshot: Snapshot
    ) throws -> [SearchContent.Group] {
        let phrase = filter.phrase
        let isOne = filter.locale != nil
        let locales = try filter.locale.map { [$0] } ?? snapshot.locales()
        let candidates = try index?.candidates(
            for: phrase, in: locales, limit: isOne ? Self.comparedOfOne : Self.comparedOfEach,
            model: snapshot.model)
        let notations = try snapshot.placeholderNotations
        let results = try locales.map { locale in
            let found = try snapshot.model.searchHits(
                phrase, in: locale, section: filter.section, candidates: candidates?[locale],
                limit: isOne ? Self.shownOfOne : Self.mostCounted)
            return (locale: locale, found: found)
        }.filter { !$0.found.hits.isEmpty || $0.found.hasMore }
        let shownOfEach = max(1, min(Self.shownOfEach, Self.shownOfAll / max(1, results.count)))
        return results.map { locale, found in
            let shown = found.hits.prefix(isOne ? Self.shownOfOne : shownOfEach)
                .sorted { $0.place.precedes($1.place) }
            let rows = shown.map { SearchRows(self, locale, filter, notations).row($0) }
            let tag = locale.rawValue
            var other = filter
            other.locale = locale
            let isCut = found.hasMore || shown.count < found.hits.count
            return SearchContent.Group(
                tag: tag, dir: TextView.direction(of: locale),
                languageName: wording.language(locale),
                own: wording.ownName(locale),
                count: found.hits.isEmpty
                    ? ""
                    : found.hasMore
                        ? wording("search.moreThan", count: found.hits.count)
                        : wording("counts.strings", count: found.hits.count),
                rows: rows,
                more: !isCut || isOne
                    ? nil
                    : PageLink(
                        label: found.hits.isEmpty
                            ? wording("search.onlyIn", ["language": wording.language(locale)])
                            : wording("search.allIn", ["language": wording.language(locale)]),
                        href: path + "/search" + other.address),
                cut: found.hits.isEmpty
                    ? wording("search.maybe")
                    : isCut && isOne
                        ? wording("search.cut", count: rows.count)
                        : nil)
        }
    }
}

/// The rows of a search's results in one language.
private struct SearchRows {
    private let call: PageCall
    private let locale: LanguageTag
    private let runs: TextRuns
    private let notations: PlaceholderNotations

    init(
        _ call: PageCall, _ locale: LanguageTag, _ filter: SearchFilter,
        _ notations: PlaceholderNotations
    ) {
        self.call = call
        self.locale = locale
        self.notations = notations
        runs = TextRuns(
            showsAll: Preferences(call.context).showsAll, search: filter.query)
    }

    func row(_ hit: SearchHit) -> SearchContent.Row {
        var runs = runs
        runs.notations = hit.definition.notations(in: notations)
        let source = hit.definition.value
        let view = TextView(locale, runs)
        let isSource = locale == call.info.source
        let wording = call.wording
        var (label, text, remark): (String?, Value?, String?) =
            (nil, isSource ? nil : hit.text, nil)
        switch hit.part {
        case .key, .source, .text: break
        case .description:
            (label, remark) = (wording("source.comment"), hit.definition.comment)
        case .proposal(let value): (label, text) = (wording("filters.proposed"), value)
        case .note(let note): (label, remark) = (wording("search.note"), note)
        case .comment(let comment): (label, remark) = (wording("common.comment"), comment)
        }
        return SearchContent.Row(
            section: hit.string.section, key: hit.string.key,
            name: hit.string.spelled(in: call.info),
            href: call.path(UnitID(locale, hit.string)),
            source: TextView(call.info.source, runs).brief(source, source: nil),
            text: text.map { view.brief($0, source: source) }, label: label, remark: remark)
    }
}
