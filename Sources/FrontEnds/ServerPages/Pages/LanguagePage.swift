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
        let filter = try LanguageFilter(query)
        let after = try query["after"].map { try Page.place(of: $0) }
        let (content, frame) = try await project.read { snapshot in
            try snapshot.requireLocale(locale)
            let people = try people(in: snapshot)
            let list = try StringList(
                snapshot, locale, filter, people, after: after, limit: Self.pageSize,
                index: project.project.search.index)
            let counts = try snapshot.reviewCounts(for: self)
            let english = LanguageName.english(locale.rawValue)
            var frame = try projectFrame(
                "language", title: title(english), crumbs: [.init(label: english)],
                tab: .languages, reviews: counts, locale: locale, in: snapshot)
            if let problem { frame.banners.append(Banner(problem)) }
            if try snapshot.roles().isFrozen(locale) { frame.banners.append(.frozen(english)) }
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
        let english = LanguageName.english(tag)
        let status = try snapshot.model.status(of: locale)
        let bar = CoverageBar(status)
        let attributes = try snapshot.model.locale(locale)?.attributes
        let chain = attributes?.fallback ?? []
        let isSource = locale == snapshot.project.source
        let mayPropose = may(.propose, in: locale)
        let sentence =
            (attributes?.isPlanned == true ? ["planned"] : [])
            + [bar.total == 0 ? "no strings yet" : "translated, \(bar.reviewedPercent) reviewed"]
            + (status.missing > 0 ? ["\(grouped(status.missing)) missing"] : [])
            + (bar.stale > 0 ? ["\(grouped(bar.stale)) stale"] : [])
            + (chain.first.map { ["falls back to \(LanguageName.english($0.rawValue))"] } ?? [])
        let translate = path(locale) + "/translate" + (status.missing == 0 ? "?show=stale" : "")
        return LanguageContent(
            tag: tag, dir: TextView.direction(of: locale), english: english,
            own: LanguageName.written(tag), bar: bar.shown(name: english),
            sentence: isSource ? "source language" : sentence.joined(separator: " · "),
            translate: isSource || !mayPropose
                ? nil : CountLink(translate, unlessZero: status.missing + bar.stale),
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
                ? filter.proposals.fields(locale, people, in: snapshot) : nil,
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
            return CountLink(path(locale) + "/review", unlessZero: all)
        }
        var walk = LanguageFilter()
        walk.section = filter.section
        walk.proposals = filter.proposals
        return CountLink(path(locale) + "/review" + walk.address(), unlessZero: list.matching)
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
            shown: "\(grouped(list.rows.count)) of "
                + (isPartial
                    ? list.shown(list.matching) + " strings" : counted(list.matching, "string")),
            allLabel: list.matching < 2 || !maySelect
                ? nil : "Select all \(list.shown(list.matching)) that match",
            next: list.next.map { place in
                PageLink(
                    label: "Show the next \(grouped(min(rest, Self.pageSize)))",
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
                current: filter.check == check.name, count: list.shown(check.strings))
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
                label: show.word, key: show.rawValue, href: path(locale) + other.address(),
                current: filter.show == other.show, count: count.map(list.shown))
        }
    }

    private func nothing(
        _ filter: LanguageFilter, _ locale: LanguageTag
    ) -> LanguageContent.Nothing {
        let english = LanguageName.english(locale.rawValue)
        let clear = filter.isEmpty ? nil : path(locale)
        if let query = filter.query {
            let hint =
                "Searched keys, sources, comments and \(english) texts"
                + (filter.section.map { " in the section \($0)" } ?? "")
                + (filter.show.map { ", with the filter \($0.word)" } ?? "") + "."
            return .init(words: "No string contains “\(query)”", hint: hint, clear: clear)
        }
        guard let show = filter.show else {
            return .init(
                words: "No strings yet",
                hint: "Import the app's files, or add the first string by hand.",
                clear: clear)
        }
        if show == .missing {
            return .init(
                icon: "reviewed", words: "All translated",
                hint: "Nothing is missing in \(english).", clear: clear)
        }
        return .init(
            words: "Nothing here",
            hint: "No string in \(english) matches the filter \(show.word).", clear: clear)
    }
}
