import TestKit
import TestWorld
import Texts
import Translation
import Workspace

/// Strings and texts as people and other programs write them: odd keys, empty texts, plurals.
struct RandomProject {
    /// The strings in the order of their sections' files.
    private(set) var strings: [(string: StringID, value: Value)] = []
    /// The texts of the other languages.
    private(set) var texts: [(locale: LanguageTag, entries: [FileEntry])] = []

    private static let keys = [
        "greeting", "Log in", "menu", "menu.file", "menu.file.open", "K\u{E4}se", "Ka\u{308}se",
        "a:b", "a..b", ".a", "a.", "list.0", "list.1", "item", "item_one", "item_other",
        "place_ordinal", "x_male", "__proto__", "<b>&\"'</b>", "two\nlines", "tab\there", " edge ",
        "\u{301}mark", "a.\u{301}b", "]]>", "\u{1B}[31m", "\u{FEFF}bom", "👩‍👩‍👧", "مرحبا", "%d of %d",
        "cr\r\nlf", "100 %", "{{name}}", "key", "key#", "nul\u{1}",
    ]
    private static let words = [
        "", "", "Hello", "Bonjour %d", "<b>x</b> & y", "\u{E9}", "e\u{301}", "two\nlines", "  ",
        "\ttab", "👩‍👩‍👧", "مرحبا", "\u{301}", "\u{FEFF}", "cr\r\n", "]]>", "\u{7}bell",
        "{{count}} items",
        "\u{10FFFF}", "\u{2028}",
    ]
    static let languages = ["fr", "fr-CA", "ar", "de-AT", "zh-Hant-HK"]

    init(isTree: Bool, using random: inout SplitMix64) throws {
        var seen: Set<StringID> = []
        for _ in 0..<random.number(in: 4...24) {
            let section = random.pick(["default", "default", "auth", "über uns", "auth.sub"])
            let string = StringID(section: section, key: random.pick(Self.keys))
            guard seen.insert(string).inserted else { continue }
            strings.append((string, Self.value(isTree: isTree, &random)))
        }
        for name in Self.languages {
            let locale = try Workspace.language(name) { _ in }
            let share = random.pick([0, 20, 50, 90, 100])
            let entries = strings.compactMap { string, source -> FileEntry? in
                guard random.chance(share, in: 100) else { return nil }
                return FileEntry(
                    string: string, value: Self.value(like: source, &random),
                    isDeliberatelyEmpty: true)
            }
            texts.append((locale, entries))
        }
    }

    /// Adds the languages, each with CLDR's chain.
    static func addLanguages(to workspace: Workspace) throws {
        let tags = try languages.map { name in try Workspace.language(name) { _ in } }
        _ = try workspace.perform(
            "add",
            .addLocales(
                tags.map {
                    ($0, LocaleAttributes(fallback: workspace.project.defaultChain(of: $0)))
                }))
    }

    /// Fills an empty project.
    func fill(_ workspace: Workspace) throws {
        try Self.addLanguages(to: workspace)
        let source = FileImport(
            locale: workspace.project.source,
            entries: strings.map { FileEntry(string: $0.string, value: $0.value) },
            definesOrder: true)
        _ = try workspace.perform(
            "fill",
            .importFiles(
                [source] + texts.map { FileImport(locale: $0.locale, entries: $0.entries) }))
    }

    // MARK: Values

    /// Returns a value mostly of the source's kind, as translators write it.
    private static func value(like source: Value, _ random: inout SplitMix64) -> Value {
        guard random.chance(9, in: 10) else { return value(isTree: true, &random) }
        switch source {
        case .choice(let choice): return plural(choice.selector, &random)
        case .list(let values): return .list(values.map { value(like: $0, &random) })
        default: return word(&random)
        }
    }

    private static func value(isTree: Bool, _ random: inout SplitMix64) -> Value {
        guard isTree || random.chance(1, in: 20) else { return word(&random) }
        switch random.number(in: 0...9) {
        case 0, 1: return plural(.plural, &random)
        case 2: return plural(.ordinal, &random)
        case 3: return .list([word(&random), word(&random)])
        case 4: return .list([.list([word(&random)]), word(&random)])
        case 5: return random.pick([.list([]), plural(.select, &random)])
        default: return word(&random)
        }
    }

    private static func plural(_ selector: Value.Selector, _ random: inout SplitMix64) -> Value {
        let names = random.pick([
            ["one", "other"], ["other"], ["zero", "one", "two", "few", "many", "other"],
            ["=0", "other"], ["one"],
        ])
        let cases = names.map { name in
            // In i18next's files, only the number shows that a lone `other` is a plural.
            name == "other" && !names.contains("one")
                ? Value.Case(name, Value("{{count}} \(random.pick(words))"))
                : Value.Case(name, word(&random))
        }
        return Value.Choice(by: selector, argument: "count", cases: cases).map(Value.choice)
            ?? word(&random)
    }

    private static func word(_ random: inout SplitMix64) -> Value { Value(random.pick(words)) }
}
