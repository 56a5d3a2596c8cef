import Hosting
import Hummingbird
import Languages
import Machine
import ReadModel
import Server
import Translation
import Workspace

extension PageRequest {
    /// Returns the page with all projects that the sender may read.
    ///
    /// If the server has only one project, redirects to it. If an anonymous visitor may read no
    /// project, redirects to the sign-in page.
    func projects() async throws -> Response {
        let projects = site.foundation.projects.configuration.projects.filter { settings in
            settings.isPublic || context.principal.scope(in: settings.name) != nil
        }
        if projects.count == 1, site.foundation.projects.configuration.projects.count == 1 {
            return site.redirect(path("/projects/\(projects[0].name)"))
        }
        if projects.isEmpty, context.principal.kind == .anonymous {
            return site.redirect(path("/login"))
        }
        var cards: [ProjectsContent.Card] = []
        for settings in projects { cards.append(await card(settings)) }
        var frame = Frame(
            self, page: "projects", title: wording("projects.title") + " · Dragoman")
        frame.crumbs = [.init(label: wording("frame.allProjects"))]
        return try site.page(
            ProjectsContent(
                projects: cards,
                hint: wording("projects.limited")), frame)
    }

    private func card(_ settings: ProjectSettings) async -> ProjectsContent.Card {
        let empty = ProjectsContent.Card(
            name: settings.name, href: path("/projects/\(settings.name)"))
        var card = empty
        let now = context.host.now()
        do {
            let host = try site.foundation.projects.project(named: settings.name)
            card = try await host.read { snapshot in
                let rows = try snapshot.model.status(of: try snapshot.locales())
                let others = rows.filter { $0.locale != snapshot.project.source }
                let proposals = rows.map(\.proposed).reduce(0, +)
                var card = empty
                card.bar = CoverageBar(sum: others.isEmpty ? rows : others)
                    .shown(name: settings.name, wording)
                card.counts = [
                    wording("counts.strings", count: rows.first?.total ?? 0),
                    wording("counts.languages", count: rows.count),
                ].joined(separator: " · ")
                card.description = try snapshot.projectDescription
                if proposals > 0 { card.proposals = wording("counts.proposals", count: proposals) }
                card.changed = try snapshot.model.lastEvent().map {
                    TimeMark($0.at, now: now, wording)
                }
                return card
            }
        } catch ProjectUnavailable.resting {
            // Opening all closed projects for a list would close projects in use.
        } catch is ProjectUnavailable {
            card.unready = wording("projects.opening")
        } catch {
            card.unready = wording("projects.unreadable")
        }
        return card
    }
}
