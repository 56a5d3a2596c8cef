import HTTPTypes
package import Hosting
import Hummingbird

/// Finds the project that a request is about.
package struct ProjectDirectory: Sendable {
    /// The projects.
    package let projects: OpenProjects

    /// Returns the name of the project that a request is about, as far as its address and header tell.
    ///
    /// In compatible APIs an address without a name means the project whose `applicationId` the client sends, or else the default
    /// one. A client that sends another one than the default project has means none.
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

    /// Returns the project that a request is about, and opens it if it rests.
    ///
    /// Throws `unknown-project`, `starting` while it is being opened at the start, `overloaded` if no further project can be opened, and `origin` if a page elsewhere wants to change it and
    /// is not configured for it.
    package func call(_ context: RequestContext) async throws -> ProjectCall {
        guard let name = context.projectName else {
            throw Problem(
                .unknownProject, "The address names no project, and the server has no default one.",
                hint: "Put /projects/NAME before the path.")
        }
        let lease = try await projects.lease(name)
        try context.requireOwnOrigin(or: lease.project.settings.cors)
        context.record.note { $0.project = name }
        return ProjectCall(context: context, lease: lease)
    }
}

extension RequestContext {
    /// Throws `origin` if a page elsewhere sent a request that may change something, and its origin is not in a list.
    func requireOwnOrigin(or allowed: [WebOrigin]) throws(Problem) {
        guard let origin = foreignOrigin, request.method != .get, request.method != .head,
            !allowed.contains(where: { $0.description == origin.lowercased() })
        else { return }
        throw OriginPolicy.foreign
    }
}
