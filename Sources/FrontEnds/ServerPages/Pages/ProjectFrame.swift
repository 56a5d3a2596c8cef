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
        var frame = Frame(request, page: page, title: title)
        frame.here = shownAt
        let projects = site.foundation.projects.configuration.projects
        frame.crumbs =
            (projects.count > 1
                ? [.init(label: wording("frame.allProjects"), href: site.path("/"))] : [])
            + [.init(label: name, href: crumbs.isEmpty ? nil : path)] + crumbs
        frame.tabs = [
            .init(label: wording("common.languages"), href: path, current: tab == .languages),
            .init(
                label: wording("waiting.title"), href: path + "/review", current: tab == .review,
                count: waiting > 0 ? wording.number(waiting) : nil, countKey: "reviews"),
            .init(
                label: wording("changes.title"), href: path + "/changes",
                current: tab == .changes),
            .init(
                label: wording("releases.title"), href: path + "/releases",
                current: tab == .releases),
            .init(
                label: wording("activity.title"), href: path + "/activity",
                current: tab == .activity),
            .init(label: wording("people.title"), href: path + "/people", current: tab == .people),
        ]
        if may(.admin), try snapshot.roles().isMaintainer(project.actor?.email) {
            frame.tabs.append(
                .init(
                    label: wording("settings.title"), href: path + "/settings",
                    current: tab == .settings))
        }
        frame.search = path + "/search"
        frame.project = .init(name: name, href: path)
        frame.locale = locale
        frame.position = try snapshot.position?.commit
        frame.events = site.path("/api/v1/projects/\(name)/events")
        frame.takeNotice(hidden, undoPath: path + "/undo") { path($0) + "/revert" }
        return frame
    }

    /// Returns the frame for a walk, which has neither a breadcrumb nor tabs.
    func walkFrame(_ page: String, title: String, _ locale: LanguageTag, in snapshot: Snapshot)
        throws -> Frame
    {
        var frame = Frame(request, page: page, title: title)
        frame.here = shownAt
        frame.project = .init(name: name, href: path)
        frame.locale = locale
        frame.position = try snapshot.position?.commit
        frame.events = site.path("/api/v1/projects/\(name)/events")
        frame.takeNotice(hidden) { _ in path(locale) + "/revert" }
        if try snapshot.roles().isFrozen(locale) {
            frame.banners.append(.frozen(locale, wording))
        }
        return frame
    }

    enum Tab: Sendable { case languages, review, people, changes, releases, activity, settings }

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
        let rows = try model.status(of: try locales())
        return rows.filter { $0.proposed > 0 && call.mayReview($0.locale, roles) }
            .map { ($0.locale, $0.proposed) }
    }
}
