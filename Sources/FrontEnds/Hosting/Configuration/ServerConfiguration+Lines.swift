extension ServerConfiguration {
    /// The effective configuration, one line per key: its name, its value (`-` if unset) and its
    /// origin.
    ///
    /// This is the output of `dragoman serve --check-config`. A project's limit is listed only if
    /// the project sets it.
    package var lines: [String] {
        var rows: [[String]] = []
        func add(
            _ section: ConfigurationSection, _ project: String?, _ key: String, _ text: String?
        ) {
            let name = KeyName(section: section, project: project, key: key)
            let origin = origins[name] ?? .usual
            rows.append([name.text, text ?? "-", origin.description])
        }
        for key in ServerKey.all { add(.server, nil, key.name, key.text(server)) }
        for project in projects {
            for key in ProjectKey.all {
                add(key.section, project.name, key.name, key.text(project))
            }
        }
        for webhook in webhooks {
            for key in WebhookKey.all { add(.webhook, webhook.name, key.name, key.text(webhook)) }
        }
        for key in LimitKey.all { add(.limits, nil, key.name, key.text(in: limits)) }
        for project in projects {
            for key in LimitKey.all {
                let name = KeyName(section: .limits, project: project.name, key: key.name)
                guard origins[name] != nil else { continue }
                add(.limits, project.name, key.name, key.text(in: project.limits))
            }
        }
        let widths = (0..<2).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = (0..<2).map { column in
                row[column] + String(repeating: " ", count: widths[column] - row[column].count)
            }
            return (cells + [row[2]]).joined(separator: "  ")
        }
    }
}
