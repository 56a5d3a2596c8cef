import JSON
public import Texts
public import Translation

/// The keys that i18next reported as missing in one section, with the default texts from the code.
///
/// i18next reports single keys, such as each form of a plural in each language in which it was
/// looked up. Reading all keys together as a source file restores the strings and plurals.
public struct I18nextMissingKeys: Sendable {
    private let section: String
    private var members: [(key: String, text: String)] = []

    /// Creates an empty collection for a section.
    public init(section: String) { self.section = section }

    /// Adds a key with its default text.
    ///
    /// Each key must be added only once.
    public mutating func add(_ key: String, _ text: String) { members.append((key, text)) }

    /// Returns the strings that the keys form, except for strings that exist in the source, in key
    /// order.
    ///
    /// `source` contains the strings in the section. A form of an existing plural is not a separate
    /// string. Forms for categories that the source language does not use come from other languages
    /// and are left out.
    public func strings(
        beside source: SourceShape, sourceLanguage: LanguageTag
    ) throws(InterchangeError) -> [FileEntry] {
        let plurals = I18nextPlurals(shape: source, section: section)
        let wanted = members.filter { member in
            guard source.values[StringID(section: section, key: member.key)] == nil else {
                return false
            }
            guard let item = I18nextSuffix.pluralCase(of: member.key) else { return true }
            return plurals[stem: item.stem] == nil
        }
        let object = JSONObject(
            uniqueMembers: wanted.map { (key: $0.key, value: .string($0.text)) })
        let file = try I18nextJSON().read(
            PrettyJSON.encode(.object(object)),
            context: ReadContext(section: section, isSource: true))
        return file.entries.compactMap { entry in
            guard source.values[entry.string] == nil else { return nil }
            guard case .choice(let choice) = entry.value else { return entry }
            return Self.trimmed(choice, for: sourceLanguage).map {
                FileEntry(
                    string: entry.string, value: $0,
                    isDeliberatelyEmpty: entry.isDeliberatelyEmpty, line: entry.line)
            }
        }
    }

    private static func trimmed(_ choice: Value.Choice, for language: LanguageTag) -> Value? {
        let kind: PluralKind = choice.selector == .ordinal ? .ordinal : .cardinal
        let own = Set(PluralRules.categories(of: language.rawValue, kind).map(\.rawValue))
        let other = choice["other"]
        let cases = choice.cases.filter { item in
            let name = item.name.string
            // i18next looks up `_zero` in every language. If its text equals `other`, the case is
            // dropped, because the key was reported for a language such as Arabic, which has the
            // category `zero`.
            return name == "other" || own.contains(name) || name == "zero" && item.value != other
        }
        return Value.Choice(by: choice.selector, argument: choice.argument?.string, cases: cases)
            .map { .choice($0) }
    }
}
