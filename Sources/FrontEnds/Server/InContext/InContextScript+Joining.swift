extension InContextScript {
    /// The modules in the order in which they are joined: a module follows those whose values it needs when it is
    /// loaded.
    private static let modules = [
        PackageResources.texts_js, PackageResources.notes_js, PackageResources.i18next_app_js,
        PackageResources.marked_app_js, PackageResources.places_js, PackageResources.server_js,
        PackageResources.proposals_js, PackageResources.make_js, PackageResources.style_js,
        PackageResources.surface_js, PackageResources.marks_js, PackageResources.panel_js,
        PackageResources.list_js, PackageResources.toast_js, PackageResources.in_context_js,
    ]

    /// The whole script as one module, so that a page can pin it with one hash.
    static let bytes = Array(joined(modules.map { String(decoding: $0, as: UTF8.self) }).utf8)

    /// Joins modules, which share one scope afterwards: without imports, indentation and comments that have lines of
    /// their own, with short names of private members, and with the exports of the last module only.
    static func joined(_ modules: [String]) -> String {
        var lines: [Substring] = []
        for (index, module) in modules.enumerated() {
            var isInComment = false
            for line in shortened(module).split(separator: "\n") {
                var line = line.drop { $0 == " " }
                isInComment = isInComment || line.hasPrefix("/**")
                let isLeftOut =
                    isInComment || line.isEmpty || line.hasPrefix("//") || line.hasPrefix("import ")
                isInComment = isInComment && !line.hasSuffix("*/")
                if isLeftOut { continue }
                if index < modules.count - 1, line.hasPrefix("export ") { line = line.dropFirst(7) }
                lines.append(line)
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Replaces the names of private members by letters, because long ones make up 2 % of the compressed script.
    private static func shortened(_ module: String) -> String {
        var letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[...]
        var names: [Substring: String] = [:]
        // A member is used after a dot, so that `#fff` is not one.
        for match in module.matches(of: /\.#(\w+)/) where names[match.1] == nil {
            names[match.1] = letters.popFirst().map { "#\($0)" }
        }
        return module.replacing(/#(\w+)/) { names[$0.1] ?? String($0.0) }
    }
}
