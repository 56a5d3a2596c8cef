import Hosting
import Hummingbird
import JSON
import Languages
import ReadModel
import Representations
import Server
import Texts
import Translation
import Workspace

extension PageCall {
    /// The maximum number of rows on the page.
    ///
    /// If more texts differ, the page shows only the counts of each language.
    private static let mostRows = 500
    /// The number of tags that the fields suggest.
    private static let suggested = 50

    /// Returns the page with the changes between two states, or the changes as JSON or Markdown.
    func changesPage() async throws -> Response {
        let query = try ChangesQuery(self)
        let showsAddresses = context.showsAddresses
        return try await project.readSlowly { snapshot in
            switch query.format {
            case .page: return try changesPage(query, in: snapshot)
            case .json:
                let difference = try difference(query, in: snapshot)
                return .json(
                    difference.json(in: snapshot.project, showsAddresses: showsAddresses))
            case .markdown:
                let difference = try difference(query, in: snapshot)
                let report = DifferenceReport(difference, project: snapshot.project)
                return .bytes(
                    Array(DifferenceMarkdown(report).text.utf8),
                    mediaType: "text/markdown; charset=utf-8",
                    headers: [.cacheControl: "private, no-cache"])
            }
        }
    }

    /// Returns the changes for programs, of all kinds, in the language that was asked for.
    private func difference(_ query: ChangesQuery, in snapshot: Snapshot) throws -> Difference {
        let whole = try snapshot.difference(from: query.from, to: query.to)
        return whole.filtered(keepsProposals: true) { locale, _ in
            query.locale == nil || query.locale == locale
        }
    }

    private func changesPage(
        _ query: ChangesQuery, in snapshot: Snapshot
    ) throws -> Response {
        let frame = try projectFrame(
            "changes", title: title(wording("changes.title")),
            crumbs: [.init(label: wording("changes.title"))], tab: .changes, in: snapshot)
        let releases = try snapshot.releases(limit: Self.suggested).map(\.name)
        let first = query.from ?? releases.first
        var problems: [Problem] = []
        func side(
            _ text: String?, correcting: (String) -> ChangesQuery
        ) throws -> (side: Snapshot.Side?, field: ChangesContent.Revision) {
            var error: Problem?
            var found: Snapshot.Side?
            do {
                found = try snapshot.side(named: text ?? "")
            } catch let refusal as Refusal {
                let problem = Problem(refusal)
                guard problem.status.code < 500 else { throw refusal }
                error = problem
                problems.append(problem)
            }
            let field = ChangesContent.Revision(
                value: text ?? "", error: error?.detail, lang: wording.languageOfRefusals,
                nearest: error?.nearest.first.map {
                    PageLink(label: $0, href: path + "/changes" + correcting($0).address)
                })
            return (found, field)
        }
        let (from, fromField) = try side(first) { name in query.with { $0.from = name } }
        let (to, toField) = try side(query.to) { name in query.with { $0.to = name } }
        var report: ChangesReport?
        if first != nil, let from, let to {
            report = try ChangesReport(
                self, query, snapshot.difference(from: from, to: to), most: Self.mostRows,
                in: snapshot)
        }
        let nothing: String? =
            if first == nil {
                wording("changes.enterRevision")
            } else {
                report.flatMap { $0.nothing(from: first ?? "", to: query.to) }
            }
        let content = ChangesContent(
            action: path + "/changes", from: fromField, to: toField, revisions: releases,
            locale: query.locale?.rawValue,
            kinds: ChangesQuery.Kind.allCases.map {
                Choice(
                    value: $0.rawValue, label: wording($0.word), selected: query.kinds.contains($0))
            },
            formats: report.map { _ in
                .init(
                    json: path + "/changes" + query.with { $0.format = .json }.address,
                    markdown: path + "/changes" + query.with { $0.format = .markdown }.address)
            },
            sum: report?.sum, languages: report?.languages ?? [], cards: report?.cards ?? [],
            nothing: nothing, next: report?.next)
        return try site.page(content, frame, status: problems.first?.status ?? .ok)
    }
}
