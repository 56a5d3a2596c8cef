import Translation

struct ConfigurationBuilder {
    var configuration = ServerConfiguration()
    let home: String?

    init(home: String?) { self.home = home }

    /// Applies settings from all origins.
    ///
    /// For each key, only the settings with the highest rank apply. A list uses all of them; any
    /// other key uses the last.
    mutating func take(_ settings: [RawSetting]) throws(ConfigurationProblem) {
        for setting in settings where setting.section == "project" {
            try addProject(setting)
        }
        for setting in settings where setting.section == "webhook" { try addWebhook(setting) }
        var order: [KeyName] = []
        var chosen: [KeyName: [RawSetting]] = [:]
        for setting in settings {
            let name = try name(of: setting)
            guard let before = chosen[name]?.first else {
                order.append(name)
                chosen[name] = [setting]
                continue
            }
            if before.origin.rank == setting.origin.rank {
                chosen[name, default: []].append(setting)
            } else if before.origin.rank < setting.origin.rank {
                chosen[name] = [setting]
            }
        }
        // Projects inherit the server's limits, so the server's settings are applied first.
        for name in order where name.project == nil { try set(name, chosen[name] ?? []) }
        for index in configuration.projects.indices {
            configuration.projects[index].limits = configuration.limits
        }
        for name in order where name.project != nil { try set(name, chosen[name] ?? []) }
    }

    private mutating func addProject(_ setting: RawSetting) throws(ConfigurationProblem) {
        guard let name = setting.subsection, configuration.project(named: name) == nil else {
            return
        }
        guard ProjectName.isName(name) else {
            throw ConfigurationProblem(
                origin: setting.origin,
                sentence: "“\(name)” is not a valid project name: \(ProjectName.form)")
        }
        configuration.projects.append(ProjectSettings(name: name))
    }

    private mutating func addWebhook(_ setting: RawSetting) throws(ConfigurationProblem) {
        guard let name = setting.subsection, configuration.webhook(named: name) == nil else {
            return
        }
        // The name becomes a file name in the state directory.
        guard ProjectName.isName(name) else {
            throw ConfigurationProblem(
                origin: setting.origin,
                sentence: "“\(name)” is not a valid webhook name: \(ProjectName.form)")
        }
        configuration.webhooks.append(WebhookSettings(name: name))
    }

    /// Returns the key that a setting refers to.
    private func name(of setting: RawSetting) throws(ConfigurationProblem) -> KeyName {
        func problem(_ sentence: String, nearest: [String] = []) -> ConfigurationProblem {
            ConfigurationProblem(origin: setting.origin, sentence: sentence, nearest: nearest)
        }
        guard let section = ConfigurationSection(rawValue: setting.section) else {
            throw problem(
                "unknown section [\(setting.section)]",
                nearest: NearestMatches.of(
                    setting.section, among: ConfigurationSection.allCases.map(\.rawValue)))
        }
        let keys = Self.keys(of: section)
        let header =
            setting.subsection.map { "[\(section.rawValue) \"\($0)\"]" } ?? "[\(section.rawValue)]"
        if section == .server,
            let key = ServerKey.removed.first(where: { $0.lowercased() == setting.key })
        {
            throw problem(
                "the server no longer supports TLS: remove “\(key)”, and put a proxy in front of it"
            )
        }
        guard let key = keys.first(where: { $0.lowercased() == setting.key }) else {
            throw problem(
                "unknown key “\(setting.key)” in \(header)",
                nearest: NearestMatches.of(setting.key, among: keys))
        }
        switch (section, setting.subsection) {
        case (.server, _?): throw problem("\(header) cannot have a name: write [server]")
        case (.server, nil), (.limits, nil), (.webhook, _?): break
        case (.webhook, nil):
            throw problem("\(header) needs a name: write [webhook \"ci\"]")
        case (_, nil):
            throw problem(
                "\(header) needs a project name: write [\(section.rawValue) \"shop\"]")
        case (_, let project?):
            guard configuration.project(named: project) != nil else {
                throw problem(
                    "\(header) requires a section [project \"\(project)\"], which does not exist",
                    nearest: NearestMatches.of(project, among: configuration.projects.map(\.name)))
            }
            if section == .limits,
                LimitKey.all.contains(where: { $0.name == key && $0.isServerWide })
            {
                throw problem("“\(key)” is a server-wide limit: move it to [limits]")
            }
        }
        return KeyName(section: section, project: setting.subsection, key: key)
    }

    private static func keys(of section: ConfigurationSection) -> [String] {
        switch section {
        case .server: ServerKey.all.map(\.name)
        case .limits: LimitKey.all.map(\.name)
        case .webhook: WebhookKey.all.map(\.name)
        default: ProjectKey.all.filter { $0.section == section }.map(\.name)
        }
    }

    private mutating func set(
        _ name: KeyName, _ settings: [RawSetting]
    ) throws(ConfigurationProblem) {
        guard let last = settings.last else { return }
        let value = ConfigurationValue(
            texts: settings.map(\.value), directory: last.directory, home: home)
        do {
            try set(name, to: value)
        } catch let wrong as WrongValue {
            // A flag with the same name already identifies the key.
            let isNamed = last.origin == .flag("--\(name.key)")
            throw ConfigurationProblem(
                origin: last.origin,
                sentence: isNamed ? wrong.sentence : "\(name.key): \(wrong.sentence)",
                nearest: wrong.nearest)
        } catch {
            throw ConfigurationProblem(origin: last.origin, sentence: "\(name.key): \(error)")
        }
        configuration.origins[name] = last.origin
    }

    private mutating func set(_ name: KeyName, to value: ConfigurationValue) throws {
        let index = configuration.projects.firstIndex { $0.name == name.project }
        switch (name.section, index) {
        case (.server, _):
            try ServerKey.all.first { $0.name == name.key }?.set(&configuration.server, value)
        case (.webhook, _):
            guard let hook = configuration.webhooks.firstIndex(where: { $0.name == name.project })
            else { return }
            try WebhookKey.all.first { $0.name == name.key }?
                .set(&configuration.webhooks[hook], value)
        case (.limits, nil):
            try Self.limit(name.key)?.set(value, in: &configuration.limits)
        case (.limits, let index?):
            try Self.limit(name.key)?.set(value, in: &configuration.projects[index].limits)
        case (_, let index?):
            try ProjectKey.all.first { $0.section == name.section && $0.name == name.key }?
                .set(&configuration.projects[index], value)
        case (_, nil): break
        }
    }

    private static func limit(_ name: String) -> LimitKey? {
        LimitKey.all.first { $0.name == name }
    }

    /// Checks rules that involve several keys.
    ///
    /// `place` is the origin to report for errors that no particular setting causes.
    func finish(in place: ConfigurationOrigin) throws(ConfigurationProblem) {
        func origin(of section: ConfigurationSection, _ key: String, _ project: String? = nil)
            -> ConfigurationOrigin
        {
            configuration.origins[KeyName(section: section, project: project, key: key)] ?? place
        }
        let projects = configuration.projects
        guard !projects.isEmpty else {
            throw ConfigurationProblem(
                origin: place, sentence: "no project is configured: add [project \"shop\"]")
        }
        for project in projects where project.path.isEmpty {
            throw ConfigurationProblem(
                origin: place, sentence: "[project \"\(project.name)\"] has no “path”")
        }
        try requireOwnDirectories { origin(of: .project, "path", $0) }
        let server = configuration.server
        if server.userHeader != nil, server.userHeaderFrom == TrustedPeers() {
            throw ConfigurationProblem(
                origin: origin(of: .server, "userHeader"),
                sentence:
                    "“userHeader” needs “userHeaderFrom”: otherwise anyone could send the header")
        }
        if server.userHeader == nil, server.userHeaderFrom != TrustedPeers() {
            throw ConfigurationProblem(
                origin: origin(of: .server, "userHeaderFrom"),
                sentence: "“userHeaderFrom” needs “userHeader”, the name of the header")
        }
        try requireCompleteWebhooks(in: place)
        try requireSoundReplication { origin(of: .project, $0, $1) }
        let marked = projects.filter(\.isDefault)
        if marked.count > 1 {
            throw ConfigurationProblem(
                origin: origin(of: .project, "default", marked[1].name),
                sentence:
                    "“\(marked[1].name)” cannot be the default, because “\(marked[0].name)” already is"
            )
        }
        var holders: [String: String] = [:]
        for project in projects {
            guard let id = project.applicationID else { continue }
            if let other = holders.updateValue(project.name, forKey: id) {
                throw ConfigurationProblem(
                    origin: origin(of: .nstack, "applicationId", project.name),
                    sentence: "“\(other)” and “\(project.name)” have the same applicationId")
            }
        }
    }

    private func requireSoundReplication(
        origin: (_ key: String, _ project: String) -> ConfigurationOrigin
    ) throws(ConfigurationProblem) {
        for project in configuration.projects {
            if project.remote == nil {
                for key in ["ack", "syncInterval", "maxLag"] {
                    let name = KeyName(section: .project, project: project.name, key: key)
                    guard let origin = configuration.origins[name] else { continue }
                    throw ConfigurationProblem(
                        origin: origin,
                        sentence:
                            "“\(key)” needs “remote”, the name of a Git remote of the project")
                }
            }
            if project.acknowledgement == .remote, project.syncInterval > 10_000 {
                throw ConfigurationProblem(
                    origin: origin("syncInterval", project.name),
                    sentence: "with “ack = remote”, “syncInterval” is at most 10s")
            }
            if let lag = project.maxLag, lag < 3 * project.syncInterval {
                throw ConfigurationProblem(
                    origin: origin("maxLag", project.name),
                    sentence: "“maxLag” must be at least three times “syncInterval”")
            }
        }
    }

    private func requireCompleteWebhooks(
        in place: ConfigurationOrigin
    ) throws(ConfigurationProblem) {
        for webhook in configuration.webhooks {
            let header = "[webhook \"\(webhook.name)\"]"
            let missing = [
                ("project", webhook.project.isEmpty), ("url", webhook.url.isEmpty),
                ("secret", webhook.secrets.isEmpty),
            ].first(where: \.1)
            if let missing {
                throw ConfigurationProblem(
                    origin: place, sentence: "\(header) has no “\(missing.0)”")
            }
            guard configuration.project(named: webhook.project) == nil else { continue }
            let key = KeyName(section: .webhook, project: webhook.name, key: "project")
            throw ConfigurationProblem(
                origin: configuration.origins[key] ?? place,
                sentence: "there is no section [project \"\(webhook.project)\"]",
                nearest: NearestMatches.of(
                    webhook.project, among: configuration.projects.map(\.name)))
        }
    }

    /// Throws if two projects use the same directory, even through a symbolic link.
    ///
    /// Such projects would count testers' proposals separately, and each would keep its own copy of
    /// the data in memory.
    private func requireOwnDirectories(
        origin: (_ project: String) -> ConfigurationOrigin
    ) throws(ConfigurationProblem) {
        var holders: [String: String] = [:]
        for project in configuration.projects {
            let directory = DirectoryName.resolving(project.path)
            guard let other = holders.updateValue(project.name, forKey: directory) else { continue }
            throw ConfigurationProblem(
                origin: origin(project.name),
                sentence: "“\(project.name)” and “\(other)” have the same path: \(project.path)")
        }
    }
}
