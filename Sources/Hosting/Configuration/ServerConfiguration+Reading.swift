public import Translation
public import Workspace

extension ServerConfiguration {
    /// Reads a file in the syntax of Git's configuration; flags count before variables, and these before the file.
    ///
    /// `path` is absolute. Throws a ``Translation/Refusal`` that names the place of the first thing that is wrong.
    public static func read(
        file path: String, overrides: [ConfigurationOverride] = [], on host: Host
    ) throws(Refusal) -> ServerConfiguration {
        do throws(ConfigurationProblem) {
            return try make(
                of: ConfigurationSource.file(path), overrides, host,
                whenEmpty: .file(path: path, line: nil))
        } catch {
            throw error.refusal
        }
    }

    /// The configuration without a file: one project, which everybody on this machine may read, and testers may propose to.
    ///
    /// `directory` is an absolute path; its last part gives the project its name.
    public static func serving(
        directory: String, overrides: [ConfigurationOverride] = [], on host: Host
    ) throws(Refusal) -> ServerConfiguration {
        let name = ProjectName.suggested(forDirectory: directory)
        let settings = [("path", directory), ("public", "true"), ("testers", "open")].map {
            RawSetting(
                section: "project", subsection: name, key: $0.0, value: $0.1,
                origin: .flag("serve DIR"), directory: "/")
        }
        do throws(ConfigurationProblem) {
            return try make(of: settings, overrides, host, whenEmpty: .usual)
        } catch {
            throw error.refusal
        }
    }

    /// The state directory that a file, variables and flags name, or that of a single user; the file may lack projects.
    ///
    /// For programs that need nothing else of the configuration, such as `dragoman token`.
    public static func stateDirectory(
        file path: String?, overrides: [ConfigurationOverride] = [], on host: Host
    ) throws(Refusal) -> String {
        do throws(ConfigurationProblem) {
            let file = try path.map(ConfigurationSource.file) ?? []
            let all =
                file + ConfigurationSource.environment(host).settings
                + ConfigurationSource.flags(overrides, host)
            var builder = ConfigurationBuilder(home: host.variable("HOME"))
            try builder.take(all.filter { $0.section == "server" && $0.key == "state" })
            if let state = builder.configuration.server.state { return state }
        } catch {
            throw error.refusal
        }
        return try StateDirectory.usual(on: host)
    }

    private static func make(
        of settings: [RawSetting], _ overrides: [ConfigurationOverride], _ host: Host,
        whenEmpty origin: ConfigurationOrigin
    ) throws(ConfigurationProblem) -> ServerConfiguration {
        let environment = ConfigurationSource.environment(host)
        var builder = ConfigurationBuilder(home: host.variable("HOME"))
        try builder.take(
            settings + environment.settings + ConfigurationSource.flags(overrides, host))
        builder.configuration.notices = environment.notices
        try builder.finish(in: origin)
        return builder.configuration
    }
}
