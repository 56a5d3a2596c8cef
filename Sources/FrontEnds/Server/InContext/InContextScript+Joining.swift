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
    static var bytes: [UInt8] {
        let texts = modules.map { String(decoding: $0, as: UTF8.self) }
        return Array(joined(texts).utf8)
    }

    /// Joins modules, which share one scope afterwards: without imports, indentation and comments that have lines of
    /// their own, and with the exports of the last module only.
    static func joined(_ modules: [String]) -> String {
        var lines: [Substring] = []
        for (index, module) in modules.enumerated() {
            var isInComment = false
            for line in module.split(separator: "\n") {
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
}
