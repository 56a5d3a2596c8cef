public import Hosting

/// The projects that a server has open, by name.
public struct ProjectDirectory: Sendable {
    /// The names, in the order of the configuration.
    public var names: @Sendable () -> [String]
    /// The name of the project that addresses without a name mean, or nil if there is none.
    public var defaultName: @Sendable () -> String?
    /// Returns the open project with a name.
    ///
    /// Throws `unknown-project`, or `starting` while it is being opened.
    public var project: @Sendable (_ name: String) throws -> ProjectHost

    /// Combines functions.
    public init(
        names: @escaping @Sendable () -> [String], defaultName: @escaping @Sendable () -> String?,
        project: @escaping @Sendable (_ name: String) throws -> ProjectHost
    ) {
        self.names = names
        self.defaultName = defaultName
        self.project = project
    }

    /// Returns the project that a request is about: the one that its path names, else the default one.
    func project(of context: RequestContext) throws -> ProjectHost {
        guard let name = context.parameters["project"] ?? defaultName() else {
            throw Problem(
                .unknownProject, "The address names no project, and the server has no default one.",
                hint: "Put /projects/NAME before the path.")
        }
        let host = try project(name)
        context.record.note { $0.project = name }
        return host
    }
}
