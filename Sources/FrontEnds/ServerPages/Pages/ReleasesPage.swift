import Hosting
import Hummingbird
import Server
import Workspace

extension PageCall {
    /// The number of releases on the page.
    private static let shownReleases = 20

    /// Returns the page with the channels and the releases.
    func releasesPage() async throws -> Response {
        let start = query.number(named: "start")
        let missing = try await project.read { snapshot in
            try releaseList(from: start, in: snapshot).missing
        }
        if !missing.isEmpty { await site.releaseFacts.examine(missing, of: project) }
        let (content, frame) = try await project.read { snapshot in
            let frame = try projectFrame(
                "releases", title: title(wording("releases.title")),
                crumbs: [.init(label: wording("releases.title"))], tab: .releases, in: snapshot)
            let list = try releaseList(from: start, in: snapshot)
            let end = start + Self.shownReleases
            let content = ReleasesContent(
                add: list.channels.mayPoint ? path(pointing: nil) : nil,
                channels: list.channels.cards, releases: try list.rows(),
                isCounting: !list.missing.isEmpty,
                newest: start > 0 ? path + "/releases" : nil,
                older: list.releases.last?.previous == nil
                    ? nil : path + "/releases?start=\(end)")
            return (content, frame)
        }
        return try site.page(content, frame)
    }

    private func releaseList(from start: Int, in snapshot: Snapshot) throws -> ReleaseList {
        try ReleaseList(self, start..<(start + Self.shownReleases), in: snapshot)
    }

    /// Returns the page of one release.
    func releasePage() async throws -> Response {
        let commit = context["commit"]
        let missing = try await project.read { snapshot in
            try ReleaseList(self, commit: commit, in: snapshot).missing
        }
        if !missing.isEmpty { await site.releaseFacts.examine(missing, of: project) }
        let (content, frame) = try await project.read { snapshot in
            let list = try ReleaseList(self, commit: commit, in: snapshot)
            guard let content = try list.page() else {
                throw wording.problem(.unknownPath, "releases.unknown", ["commit": commit])
            }
            let frame = try projectFrame(
                "release", title: title(content.name),
                crumbs: [
                    .init(label: wording("releases.title"), href: path + "/releases"),
                    .init(label: content.name),
                ], tab: .releases, in: snapshot)
            return (content, frame)
        }
        return try site.page(content, frame)
    }
}
