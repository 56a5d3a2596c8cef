import Git
public import Translation
public import Workspace

extension ServerConfiguration {
    /// The keys of limits and projects that a reload does not change.
    private static let projectKeysForRestart: Set<String> = ["cors"]

    /// Returns the keys whose values differ from those of a running server and do not change with a reload, by their names in full.
    public func keysForRestart(since running: ServerConfiguration) -> [String] {
        var keys: [String] = []
        for key in ServerKey.all where key.text(server) != key.text(running.server) {
            keys.append("server.\(key.name)")
        }
        for key in LimitKey.all
        where key.isServerWide && key.text(in: limits) != key.text(in: running.limits) {
            keys.append("limits.\(key.name)")
        }
        for project in projects {
            // The origins of all projects are one list.
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

    /// Looks at the files that the configuration names, and returns what is wrong with them.
    ///
    /// Nothing is changed or made.
    public func problems(on host: Host) -> [Refusal] {
        var problems: [Refusal] = []
        do throws(Refusal) {
            try server.tls?.check()
        } catch {
            problems.append(error)
        }
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
                hint: "Name the directory of a project as `path`.")
        }
        do {
            try Workspace.requireProject(in: project.path, host: host)
        } catch {
            let reason = Refusal(error)?.message ?? "\(error)"
            throw Refusal(
                .repository, "\(place)\(project.path) is not a project. \(reason)",
                hint: "Name the directory of a project as `path`.")
        }
    }
}

extension TLSFiles {
    /// Throws a ``Translation/Refusal`` if a file cannot be read, or has something other than its key says.
    ///
    /// Whether the certificate and the key belong together is not looked at.
    public func check() throws(Refusal) {
        try Self.require("CERTIFICATE", in: certificate, of: "tlsCertificate")
        try Self.require("PRIVATE KEY", in: key, of: "tlsKey")
    }

    private static func require(
        _ label: String, in path: String, of name: String
    ) throws(Refusal) {
        guard let bytes = try? Files.read(path) else {
            throw Refusal(
                .file, "\(name): the file \(path) cannot be read.",
                hint: "Name a file in PEM that the server may read.")
        }
        let labels = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            .filter { $0.hasPrefix("-----BEGIN ") }
        guard labels.contains(where: { $0.dropFirst(11).prefix { $0 != "-" }.hasSuffix(label) })
        else {
            let other = label == "CERTIFICATE" ? "PRIVATE KEY" : "CERTIFICATE"
            let isOther = labels.contains { $0.contains(other) }
            throw Refusal(
                .invalidFile,
                "\(name): the file \(path) has no \(label.lowercased())"
                    + (isOther ? ", but a \(other.lowercased())." : "."),
                hint: isOther
                    ? "Swap tlsCertificate and tlsKey." : "Name a file in PEM (“-----BEGIN”).")
        }
    }
}
