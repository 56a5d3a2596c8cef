import DragomanClient
import JSON
import Texts
import TestKit

/// Random resources, options and lookups.
struct I18nextWorld: Sendable {
    /// A lookup of one text, or a test whether it exists.
    struct Lookup: Sendable {
        var language: String
        var keys: [String]
        var values: [String: Argument]
        var isExistence: Bool
    }

    let seed: Int
    var options = I18nextOptions()
    var optionMembers: [(String, JSONValue)] = []
    var resources: JSONValue = .null
    var lookups: [Lookup] = []

    private var random: SplitMix64
    /// The keys that have a text, by namespace, without plural and context suffixes.
    private var keys: [(namespace: String, key: String)] = []

    static let namespaces = ["translation", "common", "auth"]
    private static let languages = [
        "en", "de", "fr", "ru", "ar", "cy", "ja", "pl", "lt", "ga", "de-CH", "pt-BR", "es", "he",
        "sl", "lv",
    ]

    init(seed: Int, lookups count: Int) {
        self.seed = seed
        random = SplitMix64(seed: seed)
        let languages = ["en"] + (0..<3).map { _ in random.pick(Self.languages) }
        chooseOptions(languages)
        fillResources(languages)
        for _ in 0..<count { lookups.append(lookup(random.pick(languages + ["de-CH", "sl"]))) }
    }

    private mutating func chooseOptions(_ languages: [String]) {
        func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .bool(false) }
        let fallback = random.pick([["en"], ["de", "en"], []])
        options.negotiation = I18nextNegotiation(fallback: .list(fallback))
        var members: [(String, JSONValue)] = [
            ("fallbackLng", .array(fallback.map(JSONValue.string))),
            ("ns", .array(Self.namespaces.map(JSONValue.string))),
            ("defaultNS", .string(options.defaultNamespace)),
        ]
        if random.chance(1, in: 2) {
            options.fallbackNamespaces = ["common"]
            members.append(("fallbackNS", ["common"]))
        }
        if random.chance(1, in: 3) {
            options.keySeparator = random.pick([nil, "/", "::", "."])
            // i18next recognizes a key that is a sentence only if the option is not set.
            if options.keySeparator != "." {
                members.append(("keySeparator", text(options.keySeparator)))
            }
        }
        if random.chance(1, in: 4) {
            options.namespaceSeparator = random.pick([nil, "|", "."])
        }
        // Without a key separator, i18next joins the parts after a second colon with “false”.
        if options.keySeparator == nil { options.namespaceSeparator = "|" }
        if options.namespaceSeparator != ":" {
            members.append(("nsSeparator", text(options.namespaceSeparator)))
        }
        if random.chance(1, in: 6) {
            options.pluralSeparator = "-"
            members.append(("pluralSeparator", "-"))
        }
        if random.chance(1, in: 6) {
            options.contextSeparator = "@"
            members.append(("contextSeparator", "@"))
        }
        if random.chance(1, in: 5) {
            options.ignoresJSONStructure = false
            members.append(("ignoreJSONStructure", false))
        }
        if random.chance(1, in: 3) {
            options.returnsEmptyText = false
            members.append(("returnEmptyString", false))
        }
        if random.chance(1, in: 2) {
            options.listSeparator = "+"
            members.append(("joinArrays", "+"))
        }
        var interpolation: [(String, JSONValue)] = []
        if random.chance(1, in: 3) {
            options.interpolation.escapesValues = false
            interpolation.append(("escapeValue", false))
        }
        if random.chance(1, in: 4) {
            options.interpolation.skipsVariables = false
            interpolation.append(("skipOnVariables", false))
        }
        if random.chance(1, in: 5) {
            options.interpolation.defaultArguments = ["app": "Dragoman", "name": "Default"]
            interpolation.append(
                ("defaultVariables", Self.object([("app", "Dragoman"), ("name", "Default")])))
        }
        if random.chance(1, in: 6) {
            options.interpolation.prefix = "%{"
            options.interpolation.suffix = "}"
            interpolation += [("prefix", "%{"), ("suffix", "}")]
        }
        members.append(("interpolation", Self.object(interpolation)))
        optionMembers = members
    }

    // MARK: Resources

    private mutating func fillResources(_ languages: [String]) {
        let separator = options.keySeparator ?? "."
        for _ in 0..<40 {
            let parts = (0..<random.pick([1, 1, 2, 2, 3])).map { index in
                // i18next treats a number after a text as a character of it.
                random.pick([
                    "a", "b", "item", "friend", "menu", "list", index == 0 ? "0" : "c",
                    index == 0 ? "1" : "d", "a b", "Hello, you!", "é",
                    "x_y", "one", "nothing", "save", "http://foo", "a.b",
                ])
            }
            keys.append((random.pick(Self.namespaces), parts.joined(separator: separator)))
        }
        var trees: [String: [String: Tree]] = [:]
        for language in Set(languages).sorted() {
            for (index, place) in keys.enumerated() where random.chance(3, in: 4) {
                for suffix in [""] + suffixes() {
                    let value = value(index)
                    trees[language, default: [:]][place.namespace, default: Tree()].insert(
                        value,
                        at: random.chance(1, in: 3)
                            ? [place.key + suffix] : path(place.key + suffix, separator))
                }
            }
        }
        resources = Self.object(
            trees.keys.sorted().map { language in
                let spaces = trees[language] ?? [:]
                return (
                    language,
                    Self.object(spaces.keys.sorted().map { ($0, spaces[$0]?.json ?? .null) })
                )
            })
    }

    /// Returns a key in parts, some of them joined.
    private mutating func path(_ key: String, _ separator: String) -> [String] {
        var parts: [String] = []
        for part in key.components(of: separator) {
            if !parts.isEmpty, random.chance(1, in: 8) {
                parts[parts.count - 1] += separator + part
            } else {
                parts.append(part)
            }
        }
        return parts
    }

    private mutating func suffixes() -> [String] {
        let plural = PluralCategory.allCases.map { options.pluralSeparator + $0.rawValue }
        let contexts = ["male", "female", "5"].map { options.contextSeparator + $0 }
        switch random.number(in: 0...5) {
        case 0, 1: return plural.filter { _ in random.chance(2, in: 3) }
        case 2: return contexts
        case 3:
            return (plural + contexts + contexts.flatMap { c in plural.map { c + $0 } })
                .filter { _ in random.chance(1, in: 2) }
        default: return []
        }
    }

    private mutating func value(_ index: Int) -> JSONValue {
        switch random.number(in: 0...30) {
        case 0: .null
        case 1: ""
        case 2: .integer(random.pick([0, 1, 42]))
        case 3: .real(random.pick([0.5, 1e17, 1e-7, 12.0]))
        case 4: .bool(random.chance(1, in: 2))
        case 5: [.string(text(index)), .string(text(index)), 3, .null, ["x", "y"], true]
        case 6: Self.object([("inner", .string(text(index)))])
        case 7: []
        default: .string(text(index))
        }
    }

    // MARK: Texts

    private mutating func text(_ index: Int) -> String {
        (0..<random.pick([1, 1, 2, 3, 4])).map { _ in fragment(index) }.joined()
    }

    private mutating func fragment(_ index: Int) -> String {
        let (open, close) = (options.interpolation.prefix, options.interpolation.suffix)
        switch random.number(in: 0...9) {
        case 0, 1, 2:
            return random.pick(["Hallo ", "Größe", "😀", "\n", "$$", "$` ", "<b>", " ", "'", "$5"])
        case 3: return random.pick([open, close, "$t(", ")", "$", "{", "}"])
        case 4, 5, 6:
            let name = random.pick([
                "count", "name", " name ", "- name", "-name", "user.name", "user.tags.1", "missing",
                "user.tags", "user", "n", "n, number", "name, uppercase", "nothing", "app",
                "context", "user.tags.length", "n, number(minimumFractionDigits: 2)", "truth",
                "real",
            ])
            return open + name + close
        default: return reference(index)
        }
    }

    /// Returns a reference to a later key, so that most texts end.
    private mutating func reference(_ index: Int) -> String {
        let (open, close) = (options.interpolation.prefix, options.interpolation.suffix)
        let place =
            random.chance(1, in: 30) || index + 1 >= keys.count
            ? random.pick(keys) : random.pick(Array(keys[(index + 1)...]))
        var key = place.key
        if let separator = options.namespaceSeparator, random.chance(2, in: 3) {
            key = place.namespace + separator + key
        }
        switch random.number(in: 0...9) {
        case 0: return "$t(\(key), {\"count\": \(random.pick([0, 1, 2, 5]))})"
        case 1: return "$t(\(key), {\"count\": \(open)n\(close) })"
        case 2: return "$t(\(key), {'context': 'male'})"
        case 3: return "$t(\(key), {\"name\": \"\(open)name\(close)\"})"
        case 4: return "$t(\(key), upper)"
        case 5: return "$t( \(key) )"
        case 6: return "$t(\(key), {\"count\": \"bad)"
        default: return "$t(\(key))"
        }
    }

    // MARK: Lookups

    private mutating func lookup(_ language: String) -> Lookup {
        var values: [String: Argument] = [:]
        let texts: [Argument] = [
            "Mara", "O'Neil & <Söhne>", "{{n}}", "$t(none)", "$' $$", "", "{{name}}", "x/y", "%{n}",
            "&&{{n}}",
        ]
        if random.chance(4, in: 5) { values["name"] = random.pick(texts) }
        // The value is always set: i18next formats a missing one as NaN, and the library leaves the
        // placeholder. Numbers have no digit groups: their separator in de-CH differs in CLDR 48.
        values["n"] = random.pick([.integer(3), .integer(123), .real(0.5), .integer(0)])
        if random.chance(1, in: 2) {
            values["user"] = .object(["name": random.pick(texts), "tags": ["p", 2, .null]])
        }
        if random.chance(1, in: 3) { values["nothing"] = .null }
        if random.chance(1, in: 3) { values["truth"] = .bool(random.chance(1, in: 2)) }
        if random.chance(1, in: 3) { values["real"] = .real(random.pick([1e21, 1e-7, -2.5])) }
        if random.chance(3, in: 5) { values["count"] = count() }
        if random.chance(1, in: 5) { values["ordinal"] = true }
        if random.chance(1, in: 3) {
            values["context"] = random.pick(["male", "female", "other", "", .integer(5)])
        }
        if random.chance(1, in: 5) {
            values["defaultValue"] = random.pick(["Default {{name}}", "", "$t(save)"])
        }
        if random.chance(1, in: 8) { values["defaultValue_one"] = "One {{count}}" }
        if random.chance(1, in: 8) { values["defaultValue_other"] = "Many {{count}}" }
        if random.chance(1, in: 8) {
            values["ns"] = random.pick(["common", ["auth", "common"], "unknown"])
        }
        if random.chance(1, in: 12) { values["lng"] = .text(random.pick(Self.languages)) }
        let keys = (0..<random.pick([1, 1, 1, 2])).map { _ in key() }
        return Lookup(
            language: language, keys: keys, values: values,
            isExistence: random.chance(1, in: 10))
    }

    private mutating func count() -> Argument {
        switch random.number(in: 0...9) {
        case 0: .real(random.pick([1.5, 0.0005, 2.0, 1.0004, 0.1, 1e17, 10.25, 999.9996]))
        case 1: .text(random.pick(["0", "1", "viele"]))
        case 2: .integer(random.pick([-1, -2, 1_000_000, 2_000_000, 100, 1000, 101, 111]))
        default: .integer(Int64(random.number(in: 0...30)))
        }
    }

    private mutating func key() -> String {
        let place = random.pick(keys)
        var key = place.key
        switch random.number(in: 0...15) {
        case 0: key = "unknown.{{name}}"
        case 1:
            key = random.pick(["", ".", "a.", "Great. It works.", "http://foo", "a:b:c", "x?", "1"])
        case 2:
            key += random.pick([
                "_one", ".inner", options.ignoresJSONStructure ? ".x" : ".0", ".none", "_male",
            ])
        case 3: key = random.pick(["no $t(a)", "a, b: c", "nothing"])
        default: break
        }
        if let separator = options.namespaceSeparator, random.chance(2, in: 3) {
            key = (random.chance(1, in: 10) ? "other" : place.namespace) + separator + key
        }
        return key
    }

    // MARK: JSON

    static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(JSONObject(uniqueMembers: members.map { ($0.0, $0.1) }))
    }

    /// The world in Node's input format.
    var json: JSONValue {
        Self.object([
            ("options", Self.object(optionMembers)), ("resources", resources),
            (
                "lookups",
                .array(
                    lookups.map { lookup in
                        Self.object([
                            ("language", .string(lookup.language)),
                            ("keys", .array(lookup.keys.map(JSONValue.string))),
                            ("values", Self.json(.object(lookup.values))),
                            ("exists", .bool(lookup.isExistence)),
                        ])
                    })
            ),
        ])
    }

    static func json(_ value: Argument) -> JSONValue {
        switch value {
        case .text(let text): .string(text)
        case .integer(let number): .integer(number)
        case .real(let number): .real(number)
        case .bool(let truth): .bool(truth)
        case .null: .null
        case .list(let values): .array(values.map(json))
        case .object(let values):
            object(values.keys.sorted().map { ($0, json(values[$0] ?? .null)) })
        }
    }
}

/// Members by name, in order of insertion.
private struct Tree {
    private var value: JSONValue?
    private var members: [String: Tree] = [:]

    mutating func insert(_ value: JSONValue, at path: [String]) {
        guard let first = path.first else {
            if members.isEmpty { self.value = value }
            return
        }
        self.value = nil
        members[first, default: Tree()].insert(value, at: Array(path.dropFirst()))
    }

    var json: JSONValue {
        value ?? I18nextWorld.object(members.keys.sorted().map { ($0, members[$0]?.json ?? .null) })
    }
}

extension String {
    fileprivate func components(of separator: String) -> [String] {
        var parts = [""]
        var rest = self[...]
        while !rest.isEmpty {
            if rest.hasPrefix(separator) {
                parts.append("")
                rest = rest.dropFirst(separator.count)
            } else {
                parts[parts.count - 1].append(rest.removeFirst())
            }
        }
        return parts
    }
}
