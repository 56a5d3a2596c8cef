import Languages

extension CLDRFiles {
    static func likelySubtags() throws -> [Table] {
        var likely: [String: String] = [:]
        try read("likelySubtags", []) { table in
            for index in 0..<table.count {
                guard let entry = table.child(at: index), let key = entry.key,
                    let value = entry.text(at: 0)
                else { continue }
                let language = "\(key.prefix { $0 != "_" })_"
                likely[tag(key)] = tag(
                    value.hasPrefix(language) ? String(value.dropFirst(language.count)) : value)
            }
        }
        return [
            Table(
                "likelySubtags",
                "The likely language, script and region of a tag; without the language if it is the tag's.",
                likely)
        ]
    }

    static func regions() throws -> [Table] {
        var parents: [String: String] = [:]
        try read("supplementalData", ["parentLocales"]) { table in
            for index in 0..<table.count {
                guard let children = table.child(at: index), let parent = children.key else {
                    continue
                }
                for position in 0..<children.count {
                    guard let child = children.text(at: position) else { continue }
                    parents[tag(child)] = tag(parent)
                }
            }
        }
        let europe = try validSubtags("region").flatMap(expanded).filter(ICUReference.isInEurope)
        let scripts = try validSubtags("script").flatMap(expanded)
        var names: [String: String] = [:]
        for script in scripts { names[script] = ICUReference.scriptName(ofCode: script) }
        return [
            Table("parents", "The tags that inherit from another than a shorter one.", parents),
            Table("europe", "The regions of Europe.", ranges: europe),
            Table("scriptNames", "The names of scripts in Unicode's data.", names),
            Table(
                "rightToLeftScripts", "The scripts whose lines run from right to left.",
                ranges: scripts.filter { ICUReference.isRightToLeft("und-\($0)") }),
        ]
    }

    static func subtags() throws -> [Table] {
        try ["language", "region", "script", "variant"].map { kind in
            Table("\(kind)s", "The registered \(kind)s.", ranges: try validSubtags(kind))
        }
    }

    static func aliases() throws -> [Table] {
        let kinds = [
            ("language", "language", "languages, and of tags that begin with one"),
            ("territory", "region", "regions"), ("script", "script", "scripts"),
            ("variant", "variant", "variants"),
        ]
        let aliases = try kinds.map { kind, name, things in
            Table(
                "\(name)Aliases",
                "The aliases of \(things): the reason's first letter, and what stands for it.",
                try self.aliases(kind))
        }
        let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { Character(Unicode.Scalar($0)) }
        let present = Set(ICUReference.languages)
        var codes: [String: String] = [:]
        for code in letters.flatMap({ first in letters.map { "\(first)\($0)" } }) {
            codes[code] = ICUReference.threeLetterCode(of: code)
        }
        return aliases + [
            Table(
                "threeLetterCodes", "ISO 639's three letters for those of two that are in use.",
                codes.filter { present.contains($0.key) }),
            Table(
                "formerThreeLetterCodes", "The same of two letters that are out of use.",
                codes.filter { !present.contains($0.key) }),
        ]
    }

    private static func aliases(_ kind: String) throws -> [String: String] {
        var aliases: [String: String] = [:]
        try read("metadata", ["alias", kind]) { table in
            for index in 0..<table.count {
                guard let entry = table.child(at: index), let key = entry.key,
                    let reason = entry.text("reason")?.first,
                    let replacements = entry.text("replacement")
                else { continue }
                aliases[tag(key)] = "\(reason) \(tag(replacements))"
            }
        }
        return aliases
    }

    static func plurals() throws -> [Table] {
        var rules: [String: String] = [:]
        try read("plurals", ["rules"]) { table in
            for index in 0..<table.count {
                guard let set = table.child(at: index), let name = set.key else { continue }
                var forms: [String] = []
                for position in 0..<set.count {
                    guard let form = set.child(at: position), let category = form.key,
                        let text = form.text(at: 0)
                    else { continue }
                    forms.append("\(category): \(withoutSamples(text))")
                }
                rules[name] = forms.joined(separator: "|")
            }
        }
        return [
            Table(
                "cardinalRulesOfLanguages", "The names of languages' rules for counting.",
                try texts("plurals", ["locales"])),
            Table(
                "ordinalRulesOfLanguages", "The names of languages' rules for places in an order.",
                try texts("plurals", ["locales_ordinals"])),
            Table("pluralRules", "The rules, with the kinds of CLDR's samples.", rules),
        ]
    }

    /// Reduces a rule's samples to their kinds: `@integer` and `@decimal`.
    private static func withoutSamples(_ rule: String) -> String {
        let parts = rule.split(separator: "@", omittingEmptySubsequences: false)
        let condition = parts[0].split(separator: " ").joined(separator: " ")
        let kinds = parts.dropFirst().map { sample in "@\(sample.prefix { $0 != " " })" }
        return ([condition] + kinds).filter { !$0.isEmpty }.joined(separator: " ")
    }

    // MARK: Reading

    /// Returns all entries in CLDR's validity data, regardless of their status.
    private static func validSubtags(_ kind: String) throws -> [String] {
        var subtags: [String] = []
        try read("supplementalData", ["idValidity", kind]) { statuses in
            for index in 0..<statuses.count {
                guard let entries = statuses.child(at: index) else { continue }
                for position in 0..<entries.count {
                    if let entry = entries.text(at: position) { subtags.append(entry) }
                }
            }
        }
        return subtags
    }

    /// Returns the subtags in a range such as `Hmnp~q`, which differ only in their last character.
    private static func expanded(_ range: String) -> [String] {
        let ends = range.split(separator: "~")
        guard ends.count == 2, let first = ends[0].unicodeScalars.last,
            let last = ends[1].unicodeScalars.last, first <= last
        else { return [range] }
        return (first.value...last.value).compactMap(Unicode.Scalar.init).map {
            "\(ends[0].dropLast())\($0)"
        }
    }

    private static func texts(_ name: String, _ path: [String]) throws -> [String: String] {
        var texts: [String: String] = [:]
        try read(name, path) { table in
            for index in 0..<table.count {
                guard let entry = table.child(at: index), let key = entry.key else { continue }
                texts[tag(key)] = entry.text(at: 0)
            }
        }
        return texts
    }

    private static func read(
        _ name: String, _ path: [String], _ body: (borrowing ResourceBundle) throws -> Void
    ) throws {
        guard let bundle = ResourceBundle(named: name) else { throw MissingData(path: name) }
        switch path.count {
        case 0: try body(bundle)
        default:
            guard let part = bundle.child(path[0]) else { throw MissingData(path: path[0]) }
            guard path.count > 1 else { return try body(part) }
            guard let inner = part.child(path[1]) else { throw MissingData(path: path[1]) }
            try body(inner)
        }
    }

    private static func tag(_ identifier: String) -> String {
        String(identifier.map { $0 == "_" ? "-" : $0 })
    }
}
