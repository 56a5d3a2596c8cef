import Git
package import Machine
import Sync
package import Translation
import Workspace

extension ServerConfiguration {
    /// The project keys whose changes take effect only after a restart.
    private static let projectKeysForRestart: Set<String> = ["cors", "inContext"]

    /// Returns the full names of changed keys that take effect only after a restart.
    package func keysForRestart(since running: ServerConfiguration) -> [String] {
        var keys: [String] = []
        for key in ServerKey.all where key.text(server) != key.text(running.server) {
            keys.append("server.\(key.name)")
        }
        for key in LimitKey.all
        where key.isServerWide && key.text(in: limits) != key.text(in: running.limits) {
            keys.append("limits.\(key.name)")
        }
        for project in projects {
            // The server keeps the origins that its projects allow from its start.
            let old = running.project(named: project.name) ?? ProjectSettings(name: project.name)
            for key in ProjectKey.all
            where Self.projectKeysForRestart.contains(key.name)
                && key.text(project) != key.text(old)
            {
                keys.append("\(key.section.rawValue).\(project.name).\(key.name)")
            }
        }
        return keys
    }

    /// Checks the directory of each project, and returns the errors.
    ///
    /// Does not create or change any files.
    package func problems(on host: Host) -> [Refusal] {
        var problems: [Refusal] = []
        for project in projects {
            do throws(Refusal) {
                try check(project, on: host)
            } catch {
                problems.append(error)
            }
        }
        return problems
    }

    private func check(_ project: ProjectSettings, on host: Host) throws(Refusal) {
        let key = KeyName(section: .project, project: project.name, key: "path")
        let place = origins[key].map { "\($0): " } ?? ""
        guard Files.exists(project.path) else {
            throw Refusal(
                .file, "\(place)the directory \(project.path) does not exist.",
                hint: "Set `path` to a project directory.")
        }
        do {
            _ = try Workspace.project(in: project.path, host: host)
        } catch {
            let reason = Refusal(error)?.message ?? "\(error)"
            throw Refusal(
                .repository, "\(place)\(project.path) is not a project. \(reason)",
                hint: "Set `path` to a project directory.")
        }
        guard let remote = project.remote else { return }
        do {
            try Exchange(project.path, host: host).requireRemote(remote)
        } catch {
            let key = KeyName(section: .project, project: project.name, key: "remote")
            let place = origins[key].map { "\($0): " } ?? ""
            throw Refusal(
                .unknownRemote, "\(place)\(Refusal(error)?.message ?? "\(error)")",
                hint: "Set `remote` to the name of a Git remote of \(project.path).")
        }
    }
}
