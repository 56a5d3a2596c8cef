import HTTPTypes
package import Hosting
import Hummingbird

/// Finds the project that a request refers to.
package struct ProjectDirectory: Sendable {
    package let projects: OpenProjects

    /// Returns the largest value of a limit that any project has.
    ///
    /// Routes have this limit. The one of the request's project is checked when the project is
    /// known.
    func largest(_ limit: (ServerLimits) -> Int) -> Int {
        let configuration = projects.configuration
        return configuration.projects.map { limit($0.limits) }
            .reduce(limit(configuration.limits), max)
    }

    /// Returns the name of the request's project, from the request's address and header.
    ///
    /// In compatible APIs, an address without a name refers to the project whose `applicationId`
    /// the client sends, or otherwise to the default project. If the default project has a
    /// different `applicationId`, the result is nil.
    func name(
        of request: Request, for route: Route, parameters: [String: String]
    ) -> String? {
        if let name = parameters["project"] { return name }
        guard route.family == .compatible else { return nil }
        let configuration = projects.configuration
        let usual = configuration.defaultProject
        guard let id = request.headers[.applicationID], !id.isEmpty else { return usual?.name }
        if let project = configuration.projects.first(where: { $0.applicationID == id }) {
            return project.name
        }
        return usual?.applicationID == nil ? usual?.name : nil
    }

    /// Returns a call for the request's project, and opens the project if it is closed.
    ///
    /// Throws `unknown-project`, `starting` while the server is opening the project at startup, and
    /// `overloaded` if no further project can be opened. Throws `origin` for a change requested by
    /// a page from another origin that is not configured.
    package func call(_ context: RequestContext) async throws -> ProjectCall {
        guard let name = context.projectName else {
            throw Problem(
                .unknownProject,
                "The address does not name a project, and there is no default project.",
                hint: "Put /projects/NAME before the path.",
                onPages: .init("There is no page at this address.", hint: nil))
        }
        let lease = try await projects.lease(name)
        let settings = lease.project.settings
        let isForEditor = context.target.route.isForEditor
        try context.requireOwnOrigin(
            or: settings.cors + (isForEditor ? settings.inContext : []))
        context.record.note { $0.project = name }
        return ProjectCall(
            context: context, lease: lease, committer: projects.configuration.server.identity)
    }
}

extension RequestContext {
    /// Throws `origin` for a change requested by a page from another origin, unless the list
    /// contains that origin.
    func requireOwnOrigin(or allowed: [WebOrigin]) throws(Problem) {
        guard let origin = sender.foreignOrigin, request.method != .get, request.method != .head,
            !allowed.contains(where: { $0.description == origin.lowercased() })
        else { return }
        throw OriginPolicy.foreign
    }
}
