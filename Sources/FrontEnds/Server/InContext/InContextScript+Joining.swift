extension InContextScript {
    /// The style sheet's module.
    static let styles = text(PackageResources.style_js)

    /// The other modules in the order in which they are joined: a module follows those whose values it needs when it is
    /// loaded.
    static let modules = [
        PackageResources.texts_js, PackageResources.notes_js, PackageResources.i18next_app_js,
        PackageResources.marked_app_js, PackageResources.places_js, PackageResources.server_js,
        PackageResources.proposals_js, PackageResources.make_js, PackageResources.surface_js,
        PackageResources.marks_js, PackageResources.panel_js, PackageResources.list_js,
        PackageResources.toast_js, PackageResources.in_context_js,
    ].map(text)

    /// The whole script as one module, so that a page can pin it with one hash.
    static let bytes = Array(joined([squeezed(styles)] + modules).utf8)

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// Joins modules, which share one scope afterwards: without imports, indentation, comments, needless line breaks,
    /// spaces and semicolons, with short names of private members, and with the exports of the last module only.
    ///
    /// Statements must end with a semicolon, and comments must have lines of their own. Loops must have a body, and texts
    /// must not contain operators between spaces.
    static func joined(_ modules: [String]) -> String {
        var joined = ""
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
                joined += line
                if line.last.map(";{},".contains) != true { joined += "\n" }
            }
        }
        return joined.replacing(";}", with: "}").replacing(#/ (=>|[!=]==|\?\?=?|&&|\|\||=) /#) {
            $0.1
        }
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

    /// Leaves out the spaces of a style sheet that have no meaning.
    static func squeezed(_ styles: String) -> String {
        styles.replacing(#/ ?([{:;,]) /#) { $0.1 }
    }
}
