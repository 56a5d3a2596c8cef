import Hosting
import Hummingbird
import Languages
import Machine
import ReadModel
import Server
import Translation
import Workspace

extension Site {
    /// All projects that the sender may read, as cards; with one project, a redirect to it.
    func projects(_ context: RequestContext) async throws -> Response {
        let projects = foundation.projects.configuration.projects.filter { settings in
            settings.isPublic || context.principal.scope(in: settings.name) != nil
        }
        if projects.count == 1, foundation.projects.configuration.projects.count == 1 {
            return redirect(path("/projects/\(projects[0].name)"))
        }
        if projects.isEmpty, context.principal.kind == .anonymous {
            return redirect(path("/login"))
        }
        var cards: [PageValues] = []
        for settings in projects { cards.append(await card(settings, context)) }
        var frame = Frame(context, page: "projects", title: "Projects · Dragoman")
        frame.crumbs = [Frame.crumb("All projects", nil)]
        return try page(
            "projects", frame,
            [
                "projects": cards, "hasProjects": !cards.isEmpty,
                "hint": "Your token is limited to projects that this server does not have.",
            ])
    }

    private func card(_ settings: ProjectSettings, _ context: RequestContext) async -> PageValues {
        var values: PageValues = [
            "name": settings.name, "href": path("/projects/\(settings.name)"),
            "proposals": false, "description": false, "bar": false, "unready": false,
            "changed": false, "counts": "",
        ]
        let now = context.host.now()
        do {
            let host = try foundation.projects.project(named: settings.name)
            let facts = try await host.read { snapshot -> PageValues in
                let rows = try snapshot.model.status(of: try snapshot.locales())
                let others = rows.filter { $0.locale != snapshot.project.source }
                let proposals = rows.map(\.proposed).reduce(0, +)
                var facts: PageValues = [
                    "bar": CoverageBar(sum: others.isEmpty ? rows : others)
                        .values(name: settings.name),
                    "counts": [
                        counted(rows.first?.total ?? 0, "string"),
                        counted(rows.count, "language"),
                    ].joined(separator: " · "),
                ]
                if proposals > 0 { facts["proposals"] = counted(proposals, "proposal") }
                if let last = try snapshot.model.lastEvent() {
                    facts["changed"] = Marks.when(last.at, now: now)
                }
                return facts
            }
            values.merge(facts) { $1 }
        } catch ProjectUnavailable.resting {
            // To open all of them for a list would close those that are in use.
        } catch is ProjectUnavailable {
            values["unready"] = "This project is being opened, or cannot be."
        } catch {
            values["unready"] = "This project cannot be read at the moment."
        }
        return values
    }
}
