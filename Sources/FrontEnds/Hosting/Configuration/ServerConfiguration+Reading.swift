package import Machine
package import Translation
import Workspace

extension ServerConfiguration {
    /// Reads a file in Git's configuration syntax.
    ///
    /// Flags override environment variables, which override the file.
    ///
    /// `path` must be absolute. Throws a ``Translation/Refusal`` with the location of the first
    /// error.
    package static func read(
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

    /// Returns the configuration for serving a directory without a configuration file.
    ///
    /// It contains one project. Anyone on this machine may read it, and all testers may propose
    /// texts.
    ///
    /// `directory` must be an absolute path. Its last component becomes the project's name.
    package static func serving(
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

    /// Returns the configured state directory, or the user's default directory if none is set.
    ///
    /// Flags override environment variables, which override the file.
    ///
    /// The file need not contain a project.
    ///
    /// This is for programs that need nothing else from the configuration, such as
    /// `dragoman token`. If `path` is nil, uses the file specified by `DRAGOMAN_SERVER_CONFIG`.
    /// Reads the file only if necessary, so that a token can be revoked even if the file is
    /// invalid.
    package static func stateDirectory(
        file path: String?, overrides: [ConfigurationOverride] = [], on host: Host
    ) throws(Refusal) -> String {
        do throws(ConfigurationProblem) {
            let settings =
                ConfigurationSource.environment(host).settings
                + ConfigurationSource.flags(overrides, host)
            if let state = try state(in: settings, host) { return state }
            let path =
                path ?? host.variable(ConfigurationSource.fileVariable).map(host.absolute)
            if let path, let state = try state(in: ConfigurationSource.file(path), host) {
                return state
            }
        } catch {
            throw error.refusal
        }
        return try StateDirectory.usual(on: host)
    }

    /// Returns the server's settings for its address: `listen` and `url`.
    ///
    /// Flags override environment variables, which override the file.
    ///
    /// This is for programs that print links to the server. If `path` is nil, uses the file
    /// specified by `DRAGOMAN_SERVER_CONFIG`.
    package static func addressSettings(
        file path: String?, overrides: [ConfigurationOverride] = [], on host: Host
    ) throws(Refusal) -> ServerSettings {
        do throws(ConfigurationProblem) {
            let path =
                path ?? host.variable(ConfigurationSource.fileVariable).map(host.absolute)
            let file = try path.map { path throws(ConfigurationProblem) in
                try ConfigurationSource.file(path)
            }
            return try server(
                ["listen", "url"],
                in: (file ?? []) + ConfigurationSource.environment(host).settings
                    + ConfigurationSource.flags(overrides, host), host)
        } catch {
            throw error.refusal
        }
    }

    private static func state(
        in settings: [RawSetting], _ host: Host
    ) throws(ConfigurationProblem) -> String? {
        try server(["state"], in: settings, host).state
    }

    /// Returns the values of some keys in the section `[server]`, ignoring all other keys.
    private static func server(
        _ keys: Set<String>, in settings: [RawSetting], _ host: Host
    ) throws(ConfigurationProblem) -> ServerSettings {
        var builder = ConfigurationBuilder(home: host.variable("HOME"))
        try builder.take(settings.filter { $0.section == "server" && keys.contains($0.key) })
        return builder.configuration.server
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
