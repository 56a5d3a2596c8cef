import EventStore
import Hosting
import HTTPTypes
import Hummingbird
import JSON
import Languages
import ReadModel
import Representations
import Texts
import Translation
import Workspace

extension APIRoutes {
    /// The routes for the list of projects, and for a project's description and coverage.
    var projectRoutes: [Route] { [list, project, status] }

    private var list: Route {
        Route(
            id: "projects.list", .get, "/api/v1/projects", "The projects that the sender may read.",
            family: .api, access: .everybody,
            answers: [.json(.array(of: .named("ProjectName")), "Their names.")],
            schemas: APISchemas.named, crossOrigin: .anyForReading
        ) { [directory] context in
            let projects = directory.projects.configuration.projects.filter { settings in
                settings.isPublic || context.principal.scope(in: settings.name) != nil
            }
            let usual = directory.projects.configuration.defaultProject?.name
            return .json(
                .array(
                    projects.map { settings in
                        .object { members in
                            members.add("name", settings.name)
                            members.add("default", settings.name == usual)
                        }
                    }))
        }
    }

    private var project: Route {
        route(
            "projects.show", .get, "", "A project: its source language, languages and limits.",
            access: .scope(.read), parameters: [APIParameters.position],
            answers: [.json(.named("Project"), "The project.")]
        ) { [version] call in
            try await call.respond { snapshot in
                JSONAnswer(try call.description(in: snapshot, version: version))
            }
        }
    }

    private var status: Route {
        route(
            "status.list", .get, "/status", "The coverage of each language.", access: .scope(.read),
            parameters: [
                .init("locale", "Only these languages.", mayRepeat: true),
                KnownFindings.parameter,
            ] + APIParameters.moment,
            answers: [.json(.array(of: .named("Status")), "A row for each language.")]
        ) { call in
            let named = try call.context.query.values(of: "locale").map { try call.language($0) }
            return try await call.respondAtMoment(locales: named.isEmpty ? nil : named) {
                snapshot in
                for locale in named { try snapshot.requireLocale(locale) }
                let rows = try snapshot.model.status(
                    of: named.isEmpty ? snapshot.locales() : named)
                let findings = try call.findings(in: snapshot)
                return findings.answer(
                    .array(rows.map { $0.json(findings: findings.counts(of: $0.locale)) }))
            }
        }
    }
}

extension ProjectCall {
    fileprivate func description(in snapshot: Snapshot, version: String) throws -> JSONValue {
        let settings = project.settings
        let locales = try snapshot.locales()
        let position = try snapshot.position?.commit
        return .object { members in
            members.add("name", settings.name)
            members.add("id", project.project.id)
            members.add("source", project.project.source.rawValue)
            members.add("defaultSection", project.project.defaultSection)
            members.add("locales", list: locales.map(\.rawValue))
            members.add("position", position)
            members.add("public", settings.isPublic)
            members.add("testers", settings.testers.rawValue)
            members.add("strict", settings.isStrict)
            members.addObject("limits") { members in
                members.add("value", settings.limits.value)
                members.add("remark", settings.limits.remark)
                members.add("key", settings.limits.key)
                members.add("ids", settings.limits.ids)
                members.add("openProposals", settings.limits.openProposals)
            }
            let base = context.links.absolute("/projects/\(settings.name)")
            members.addObject("apis") { members in
                members.add("i18next", "\(base)/locales/{{lng}}/{{ns}}.json")
                members.add("nstack", "\(base)/api/v2")
            }
            members.add("cldr", CLDRTables.version)
            members.add("version", version)
        }
    }
}
