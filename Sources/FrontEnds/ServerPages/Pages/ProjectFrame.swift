import EventStore
import Hosting
import Languages
import ReadModel
import Server
import Texts
import Translation
import Workspace

extension PageCall {
    /// Returns the frame for a page of the project: breadcrumb, tabs, search and live events.
    ///
    /// `reviews` contains the number of strings to review for each language, if already known.
    func projectFrame(
        _ page: String, title: String, crumbs: [PageFrame.Crumb], tab: Tab? = nil,
        reviews: [(locale: LanguageTag, count: Int)]? = nil, locale: LanguageTag? = nil,
        in snapshot: Snapshot
    ) throws -> Frame {
        let waiting = try (reviews ?? snapshot.reviewCounts(for: self)).map(\.count).reduce(0, +)
        var frame = Frame(context, page: page, title: title)
        let projects = site.foundation.projects.configuration.projects
        frame.crumbs =
            (projects.count > 1 ? [.init(label: "All projects", href: site.path("/"))] : [])
            + [.init(label: name, href: crumbs.isEmpty ? nil : path)] + crumbs
        frame.tabs = [
            .init(label: "Languages", href: path, current: tab == .languages),
            .init(
                label: "Review", href: path + "/review", current: tab == .review,
                count: waiting > 0 ? grouped(waiting) : nil, countKey: "reviews"),
        ]
        let searched = locale ?? info.source
        frame.search = path(searched)
        frame.project = .init(name: name, href: path)
        frame.locale = locale
        frame.position = try snapshot.position?.commit
        frame.events = site.path("/api/v1/projects/\(name)/events")
        frame.takeNotice(hidden()) { path($0) + "/revert" }
        return frame
    }

    /// Returns the frame for a walk, which has neither a breadcrumb nor tabs.
    func walkFrame(_ page: String, title: String, _ locale: LanguageTag, in snapshot: Snapshot)
        throws -> Frame
    {
        var frame = Frame(context, page: page, title: title)
        frame.project = .init(name: name, href: path)
        frame.locale = locale
        frame.position = try snapshot.position?.commit
        frame.events = site.path("/api/v1/projects/\(name)/events")
        frame.takeNotice(hidden()) { _ in path(locale) + "/revert" }
        if try snapshot.roles().isFrozen(locale) {
            frame.banners.append(.frozen(LanguageName.english(locale.rawValue)))
        }
        return frame
    }

    enum Tab: Sendable { case languages, review }

    /// Returns a page's title, from the most specific part to the names of the project and the
    /// program.
    func title(_ parts: String...) -> String {
        (parts + [name, "Dragoman"]).joined(separator: " · ")
    }
}

extension Snapshot {
    /// Returns the number of strings with open proposals, for each language whose proposals the
    /// sender may decide on.
    func reviewCounts(for call: PageCall) throws -> [(locale: LanguageTag, count: Int)] {
        let roles = try roles()
        var mail: String?
        if case .person(_, let email) = call.context.principal.kind { mail = email }
        let rows = try model.status(of: try locales())
        return rows.filter { row in
            row.proposed > 0 && call.may(.review, in: row.locale)
                && (!roles.hasReviewers(of: row.locale)
                    || roles.isReviewer(mail, of: row.locale) || roles.isMaintainer(mail))
        }.map { ($0.locale, $0.proposed) }
    }
}
