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
    /// How many strings a page of a list has.
    private static let pageSize = 100

    /// The strings of a language, filtered and by section.
    func languagePage(_ problem: Problem? = nil) async throws -> Response {
        let locale = try locale()
        let filter = try LanguageFilter(query)
        let after = try query["after"].map { try Page.place(of: $0) }
        let (content, frame) = try await project.read { snapshot in
            try snapshot.requireLocale(locale)
            let list = try StringList(
                snapshot, locale, filter, after: after, limit: Self.pageSize)
            let counts = try snapshot.reviewCounts(for: self)
            let english = LanguageName.english(locale.rawValue)
            var frame = try projectFrame(
                "language", title: title(english), crumbs: [Frame.crumb(english, nil)],
                tab: .languages, reviews: counts, locale: locale, in: snapshot)
            if let problem { frame.banners.append(Self.banner(problem)) }
            if try snapshot.roles().isFrozen(locale) { frame.banners.append(frozen(english)) }
            var content = try heading(locale, counts, list, in: snapshot)
            content.merge(rows(list, locale, filter)) { $1 }
            return (content, frame)
        }
        return try site.page(
            "language", frame, content, status: problem?.status ?? .ok)
    }

    /// The banner of a frozen language.
    func frozen(_ english: String) -> PageValues {
        Marks.banner(
            .plain, icon: "lock", "\(english) is frozen.",
            "You can propose and reject; nothing is accepted until a maintainer thaws it.")
    }

    /// The banner of an act that was refused.
    static func banner(_ problem: Problem) -> PageValues {
        var values = Marks.banner(
            .bad, icon: "error", problem.detail, problem.pageHint, hasFocus: true)
        values["isAlert"] = true
        return values
    }

    private func heading(
        _ locale: LanguageTag, _ counts: [(locale: LanguageTag, count: Int)], _ list: StringList,
        in snapshot: Snapshot
    ) throws -> PageValues {
        let tag = locale.rawValue
        let english = LanguageName.english(tag)
        let status = try snapshot.model.status(of: locale)
        let bar = CoverageBar(status)
        let chain = try snapshot.model.locale(locale)?.attributes?.fallback ?? []
        let isSource = locale == snapshot.project.source
        let sentence =
            [bar.total == 0 ? "no strings yet" : "translated, \(bar.reviewedPercent) reviewed"]
            + (status.missing > 0 ? ["\(grouped(status.missing)) missing"] : [])
            + (bar.stale > 0 ? ["\(grouped(bar.stale)) stale"] : [])
            + (chain.first.map { ["falls back to \(LanguageName.english($0.rawValue))"] } ?? [])
        var values: PageValues = [
            "tag": tag, "english": english, "own": LanguageName.own(tag),
            "dir": TextView.direction(of: locale), "bar": bar.values(name: english),
            "percent": bar.percent,
            "sentence": isSource ? "source language" : sentence.joined(separator: " · "),
            "more": true, "download": path(locale) + "/download", "action": path(locale),
        ]
        values.set("import", may(.propose, in: locale) ? path(locale) + "/import" : nil)
        let todo = status.missing + bar.stale
        values.set(
            "translate",
            isSource || todo == 0 || !may(.propose, in: locale)
                ? nil
                : [
                    "href": path(locale) + "/translate"
                        + (status.missing == 0 ? "?show=stale" : ""), "count": grouped(todo),
                ] as PageValues)
        let reviews = counts.first { $0.locale == locale }?.count ?? 0
        values.set(
            "review",
            reviews == 0
                ? nil
                : [
                    "href": path(locale) + "/review", "count": grouped(reviews),
                ] as PageValues)
        return values
    }

    private func rows(_ list: StringList, _ locale: LanguageTag, _ filter: LanguageFilter)
        -> PageValues
    {
        var values: PageValues = [
            "query": filter.query ?? "", "filterQuery": filter.address(),
            "bulkAction": path(locale) + "/bulk", "hidden": hidden(),
            "maySelect": may(.translate, in: locale), "mayReview": may(.review, in: locale),
        ]
        values.set("show", filter.show?.rawValue)
        values["sections"] = list.sections.map { section -> PageValues in
            ["value": section, "label": section, "selected": section == filter.section]
        }
        values["chips"] = chips(list, locale, filter)
        let checks = filter.show == .findings ? list.counts.findings?.byCheck ?? [] : []
        values["hasChecks"] = checks.count > 1 || filter.check != nil
        values["checks"] = checks.map { check -> PageValues in
            var other = filter
            other.check = filter.check == check.name ? nil : check.name
            return [
                "label": check.name, "count": grouped(check.strings),
                "href": path(locale) + other.address(), "current": filter.check == check.name,
            ]
        }
        let view = StringRows(self, locale, filter, list)
        values["sectionsOfRows"] = view.sections
        values["hasRows"] = !list.rows.isEmpty
        let rest = list.matching - list.rows.count
        values["shown"] = "\(grouped(list.rows.count)) of \(counted(list.matching, "string"))"
        values.set(
            "allLabel",
            list.next == nil || !may(.translate, in: locale)
                ? nil : "Select all \(grouped(list.matching)) that match")
        values.set(
            "next",
            list.next.map { place in
                [
                    "href": path(locale)
                        + filter.address([("after", PageCursor.place(place).text)]),
                    "label": "Show the next \(grouped(min(rest, Self.pageSize)))",
                ] as PageValues
            })
        values.merge(nothing(filter, locale)) { $1 }
        return values
    }

    private func chips(_ list: StringList, _ locale: LanguageTag, _ filter: LanguageFilter)
        -> [PageValues]
    {
        func chip(_ show: UnitListState, _ count: Int?) -> PageValues {
            var other = filter
            other.show = show == .all ? nil : show
            other.check = nil
            var values: PageValues = [
                "label": show.word, "key": show.rawValue,
                "href": path(locale) + other.address(), "current": filter.show == other.show,
            ]
            values.set("count", count.map(grouped))
            return values
        }
        return UnitListState.allCases.compactMap { show in
            let count = list.counts[show]
            if show == .inherited, count == 0, filter.show != .inherited { return nil }
            return chip(show, count)
        }
    }

    private func nothing(_ filter: LanguageFilter, _ locale: LanguageTag) -> PageValues {
        let english = LanguageName.english(locale.rawValue)
        var values: PageValues = ["nothingIcon": "search"]
        values.set("clear", filter.isEmpty ? nil : path(locale))
        if let query = filter.query {
            values["nothing"] = "No string has “\(query)”"
            values["nothingHint"] =
                "Looked in keys, sources, comments and \(english) texts"
                + (filter.section.map { " of the section \($0)" } ?? "")
                + (filter.show.map { ", with the filter \($0.word)" } ?? "") + "."
        } else if filter.show == .missing {
            values["nothing"] = "All translated"
            values["nothingIcon"] = "reviewed"
            values["nothingHint"] = "Nothing is missing in \(english)."
        } else if let show = filter.show {
            values["nothing"] = "Nothing here"
            values["nothingHint"] = "No string of \(english) is in the filter \(show.word)."
        } else {
            values["nothing"] = "No strings yet"
            values["nothingHint"] =
                "Bring the files that the app has, or add the first string by hand."
        }
        return values
    }
}
