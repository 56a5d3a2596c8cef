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
    /// Returns the page of the project: its languages with their coverage, and the pending work for
    /// the viewer.
    func projectPage() async throws -> Response {
        let sort = context.query["sort"]
        let (content, frame) = try await project.read { snapshot in
            let source = snapshot.project.source
            let counts = try snapshot.reviewCounts(for: self)
            let reviews = counts.map(\.count).reduce(0, +)
            let frame = try projectFrame(
                "project", title: title(), crumbs: [], tab: .languages, reviews: counts,
                in: snapshot)
            let languages = try snapshot.languageOverviews()
            let total = languages.first?.status.total ?? 0
            let others = languages.filter { $0.locale != source }
            let isMaintainer = may(.admin)
            let content = ProjectContent(
                name: name, description: try snapshot.projectDescription,
                counts: wording(
                    "project.counts",
                    [
                        "language": wording.language(source),
                        "strings": wording("counts.strings", count: total),
                        "languages": wording("counts.languages", count: others.count),
                    ]),
                addString: isMaintainer ? path + "/strings/new" : nil,
                addLocale: isMaintainer ? path + "/languages/new" : nil,
                review: CountLink(path + "/review", unlessZero: reviews, wording),
                isEmpty: total == 0,
                importSource: isMaintainer ? path(source) + "/import" : nil,
                sorts: .init(
                    name: sort == nil ? nil : path, missing: path + "?sort=missing",
                    proposals: path + "?sort=proposals"),
                languages: languageRows(others, sort: sort, try people(in: snapshot)),
                download: path + "/download",
                waiting: try waiting(counts, languages, in: snapshot),
                release: try latestRelease(in: snapshot), month: try month(in: snapshot))
            return (content, frame)
        }
        return try site.page(content, frame)
    }

    private func languageRows(
        _ languages: [LanguageOverview], sort: String?, _ people: People
    ) -> [ProjectContent.Language] {
        let names = Dictionary(
            uniqueKeysWithValues: zip(
                languages.map(\.locale),
                wording.languages(languages.map(\.locale))))
        let sorted = languages.sorted { a, b in
            if a.isPlanned != b.isPlanned { return b.isPlanned }
            switch sort {
            case "missing" where a.status.missing != b.status.missing:
                return a.status.missing > b.status.missing
            case "proposals" where a.status.proposed != b.status.proposed:
                return a.status.proposed > b.status.proposed
            default: return (names[a.locale] ?? "") < (names[b.locale] ?? "")
            }
        }
        return sorted.map { language in
            let row = language.status
            let tag = row.locale.rawValue
            let bar = CoverageBar(row)
            let (languageName, own) = (names[row.locale] ?? tag, LanguageName.written(tag))
            func link(_ show: String, _ count: Int) -> CountLink? {
                CountLink(path(row.locale) + "?show=\(show)", unlessZero: count, wording)
            }
            return ProjectContent.Language(
                tag: tag, dir: TextView.direction(of: row.locale), own: own,
                languageName: languageName == own ? nil : languageName, href: path(row.locale),
                isPlanned: language.isPlanned, bar: bar.shown(name: languageName, wording),
                missing: link("missing", row.missing),
                stale: link("stale", bar.stale), proposals: link("proposed", row.proposed),
                findings: language.findings.flatMap { found in
                    link("findings", found.strings).map {
                        .init(href: $0.href, count: $0.count, hasErrors: found.errors > 0)
                    }
                },
                counting: language.findings == nil,
                change: language.lastChange.map { event in
                    .init(
                        who: Marks.name(event.actor, guid: event.payload.guid, by: people),
                        when: TimeMark(event.at, now: now, wording))
                })
        }
    }

    /// Returns the page with the proposals that wait for review, by language.
    func waitingPage() async throws -> Response {
        let (content, frame) = try await project.read { snapshot in
            let counts = try snapshot.reviewCounts(for: self)
            let roles = try snapshot.roles()
            let frame = try projectFrame(
                "waiting", title: title(wording("waiting.title")),
                crumbs: [.init(label: wording("waiting.title"))], tab: .review, reviews: counts,
                in: snapshot)
            let rows = counts.sorted { $0.count > $1.count }.map { locale, count in
                let own = LanguageName.written(locale.rawValue)
                let languageName = wording.language(locale)
                return WaitingContent.Language(
                    tag: locale.rawValue, dir: TextView.direction(of: locale), own: own,
                    languageName: languageName == own ? nil : languageName,
                    href: path(locale) + "/review", frozen: roles.isFrozen(locale),
                    count: wording("counts.strings", count: count))
            }
            return (WaitingContent(languages: rows), frame)
        }
        return try site.page(content, frame)
    }
}
