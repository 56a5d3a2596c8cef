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
    /// The maximum number of strings on a page of the list.
    private static let pageSize = 100

    /// Returns the page with a language's strings, filtered and grouped by section.
    func languagePage(_ problem: Problem? = nil) async throws -> Response {
        let locale = try locale()
        let filter = try LanguageFilter(query, wording)
        let after = try query["after"].map { try Page.place(of: $0) }
        let (content, frame) = try await project.read { snapshot in
            try snapshot.requireLocale(locale)
            let people = try people(in: snapshot)
            let list = try StringList(
                snapshot, locale, filter, people, after: after, limit: Self.pageSize,
                index: project.project.search.index)
            let counts = try snapshot.reviewCounts(for: self)
            let languageName = wording.language(locale)
            var frame = try projectFrame(
                "language", title: title(languageName), crumbs: [.init(label: languageName)],
                tab: .languages, reviews: counts, locale: locale, in: snapshot)
            if let problem { frame.banners.append(Banner(problem, wording)) }
            if try snapshot.roles().isFrozen(locale) {
                frame.banners.append(.frozen(locale, wording))
            }
            return (try strings(locale, filter, counts, list, people, in: snapshot), frame)
        }
        return try site.page(content, frame, status: problem?.status ?? .ok)
    }

    private func strings(
        _ locale: LanguageTag, _ filter: LanguageFilter,
        _ counts: [(locale: LanguageTag, count: Int)], _ list: StringList, _ people: People,
        in snapshot: Snapshot
    ) throws -> LanguageContent {
        let tag = locale.rawValue
        let languageName = wording.language(locale)
        let status = try snapshot.model.status(of: locale)
        let bar = CoverageBar(status)
        let attributes = try snapshot.model.locale(locale)?.attributes
        let chain = attributes?.fallback ?? []
        let isSource = locale == snapshot.project.source
        let mayPropose = may(.propose, in: locale)
        let sentence =
            (attributes?.isPlanned == true ? [wording("list.planned")] : [])
            + [
                bar.total == 0
                    ? wording("list.empty")
                    : wording("list.translated", ["reviewed": bar.reviewedPercent(wording)])
            ]
            + (status.missing > 0 ? [wording("list.missing", count: status.missing)] : [])
            + (bar.stale > 0 ? [wording("list.stale", count: bar.stale)] : [])
            + (chain.first.map {
                [wording("list.fallsBack", ["language": wording.language($0)])]
            } ?? [])
        let translate = path(locale) + "/translate" + (status.missing == 0 ? "?show=stale" : "")
        return LanguageContent(
            tag: tag, dir: TextView.direction(of: locale), languageName: languageName,
            own: wording.ownName(locale), bar: bar.shown(name: languageName, wording),
            sentence: isSource ? wording("list.sourceLanguage") : sentence.joined(separator: " · "),
            translate: isSource || !mayPropose
                ? nil : CountLink(translate, unlessZero: status.missing + bar.stale, wording),
            review: review(locale, filter, counts, list),
            importing: mayPropose ? path(locale) + "/import" : nil,
            download: path(locale) + "/download",
            addString: isSource && may(.admin, in: locale)
                ? path + "/strings/new"
                    + (filter.section.map { "?section=" + PercentEncoding.text($0) } ?? "")
                : nil,
            settings: isSource || !may(.admin) ? nil : path(locale) + "/settings",
            action: path(locale),
            query: filter.query ?? "",
            sections: list.sections.map { section in
                Choice(value: section, label: section, selected: section == filter.section)
            },
            show: filter.show?.rawValue, chips: chips(list, locale, filter),
            checks: checks(list, locale, filter),
            proposals: try filter.show == .proposed
                ? filter.proposals.fields(locale, people, wording, in: snapshot) : nil,
            list: try list.rows.isEmpty
                ? nil : rows(list, locale, filter, people, snapshot.roles()),
            nothing: list.rows.isEmpty ? nothing(filter, locale) : nil)
    }

    /// Returns the link to the review of the proposals that the list shows.
    private func review(
        _ locale: LanguageTag, _ filter: LanguageFilter,
        _ counts: [(locale: LanguageTag, count: Int)], _ list: StringList
    ) -> CountLink? {
        guard let all = counts.first(where: { $0.locale == locale })?.count else { return nil }
        guard filter.show == .proposed else {
            return CountLink(path(locale) + "/review", unlessZero: all, wording)
        }
        var walk = LanguageFilter()
        walk.section = filter.section
        walk.proposals = filter.proposals
        return CountLink(
            path(locale) + "/review" + walk.address(), unlessZero: list.matching, wording)
    }

    private func rows(
        _ list: StringList, _ locale: LanguageTag, _ filter: LanguageFilter, _ people: People,
        _ roles: Roles
    ) -> LanguageContent.List {
        let isPartial = list.counts.isPartial
        let rest = isPartial ? Self.pageSize : list.matching - list.rows.count
        let rights = UnitRights(self, locale, roles)
        let maySelect = rights.mayTranslate && locale != info.source
        return LanguageContent.List(
            bulkAction: path(locale) + "/bulk", hidden: hidden(), filterQuery: filter.address(),
            sections: StringRows(self, locale, filter, list, people).sections,
            shown: wording(
                "list.shown", count: list.matching,
                [
                    "shown": wording.number(list.rows.count),
                    "count": list.shown(list.matching, wording),
                ]),
            allLabel: list.matching < 2 || !maySelect
                ? nil
                : wording(
                    "list.selectAll", count: list.matching,
                    ["count": list.shown(list.matching, wording)]),
            next: list.next.map { place in
                PageLink(
                    label: wording("list.showNext", count: min(rest, Self.pageSize)),
                    href: path(locale) + filter.address([("after", PageCursor.place(place).text)]))
            },
            maySelect: maySelect, mayReview: rights.mayReview,
            mayAccept: rights.mayReview && !rights.isFrozen)
    }

    /// Returns the checks that the list of findings can be limited to.
    private func checks(
        _ list: StringList, _ locale: LanguageTag, _ filter: LanguageFilter
    ) -> LanguageContent.Checks? {
        let checks = filter.show == .findings ? list.counts.findings?.byCheck ?? [] : []
        guard checks.count > 1 || filter.check != nil else { return nil }
        let chips = checks.map { check in
            var other = filter
            other.check = filter.check == check.name ? nil : check.name
            return Chip(
                label: check.name, href: path(locale) + other.address(),
                current: filter.check == check.name, count: list.shown(check.strings, wording))
        }
        return LanguageContent.Checks(chips: chips)
    }

    private func chips(
        _ list: StringList, _ locale: LanguageTag, _ filter: LanguageFilter
    ) -> [LanguageContent.StateChip] {
        UnitListState.allCases.compactMap { show in
            let count = list.counts[show]
            if show == .inherited, count == 0, filter.show != .inherited { return nil }
            var other = filter
            other.show = show == .all ? nil : show
            other.check = nil
            other.proposals = ProposalChoice()
            return LanguageContent.StateChip(
                label: wording(show.word), key: show.rawValue, href: path(locale) + other.address(),
                current: filter.show == other.show, count: count.map { list.shown($0, wording) })
        }
    }

    private func nothing(
        _ filter: LanguageFilter, _ locale: LanguageTag
    ) -> LanguageContent.Nothing {
        let languageName = wording.language(locale)
        let clear = filter.isEmpty ? nil : path(locale)
        if let query = filter.query {
            let parts = [
                filter.section.map { " " + wording("search.inSection", ["section": $0]) },
                filter.show.map { wording("list.withFilter", ["filter": wording($0.word)]) },
            ].compactMap(\.self)
            let hint = wording(
                "list.searched", ["language": languageName, "limits": parts.joined()])
            return .init(
                words: wording("search.nothing", ["query": query]), hint: hint, clear: clear)
        }
        guard let show = filter.show else {
            return .init(
                words: wording("list.noStrings"), hint: wording("list.noStringsHint"),
                clear: clear)
        }
        if show == .missing {
            return .init(
                icon: "reviewed", words: wording("list.allTranslated"),
                hint: wording("list.nothingMissing", ["language": languageName]), clear: clear)
        }
        return .init(
            words: wording("list.nothing"),
            hint: wording(
                "list.noMatch", ["language": languageName, "filter": wording(show.word)]),
            clear: clear)
    }
}
