import JSON
import Languages
import Texts
import Translation

/// The texts of the pages in one language.
///
/// The texts come from a file in `Words`, and English fills in for texts that it lacks. Numbers,
/// dates and names of languages come from CLDR, with the digits 0 to 9.
struct Wording: Sendable {
    /// The language of the texts.
    let tag: LanguageTag
    /// The direction of the language's script: `ltr` or `rtl`.
    let direction: String
    /// The script that supplies the main script with its texts.
    let script: Asset
    private let phrases: [String: Phrase]
    private let plurals: PluralRules
    private let format: LocalFormat

    /// Creates the texts of a language from its file; `fallback` supplies the texts that it lacks.
    init(_ tag: LanguageTag, _ phrases: [String: Phrase], fallback: Wording? = nil) {
        self.tag = tag
        let phrases = (fallback?.phrases ?? [:]).merging(phrases) { $1 }
        self.phrases = phrases
        script = Asset.words(tag, Self.scriptTexts(phrases))
        direction = TextView.direction(of: tag)
        plurals = PluralRules(of: tag.rawValue, .cardinal)
        // The English of the pages is British.
        format = LocalFormat(of: tag.rawValue == "en" ? "en-GB" : tag.rawValue)
    }

    /// The names of all texts.
    var keys: Set<String> { Set(phrases.keys) }

    /// Returns a text with values for its holes.
    func callAsFunction(_ key: TextKey, _ values: [String: String] = [:]) -> String {
        guard let phrase = phrases[key.name] else { return key.name }
        return phrase[.other].filled { hole in values[hole].map(isolated) ?? "" }
    }

    /// Returns the text for a count, with the count in the hole `count`, unless `values` has it.
    func callAsFunction(
        _ key: TextKey, count: Int, _ values: [String: String] = [:]
    ) -> String {
        guard let phrase = phrases[key.name] else { return key.name }
        return phrase[plurals.category(for: count)].filled { hole in
            values[hole].map(isolated) ?? (hole == "count" ? number(count) : "")
        }
    }

    /// Isolates the direction of a value, because keys, names and queries have their own.
    ///
    /// In a text that is written from left to right, browsers place most values correctly.
    func isolated(_ value: String) -> String {
        direction == "rtl" ? "\u{2068}\(value)\u{2069}" : value
    }

    // MARK: Numbers and lists

    /// Formats a number, with its digits in groups.
    func number(_ count: Int) -> String { format.grouped(count) }

    /// Formats a size, such as `812 bytes`, `148 KB` or `1.2 MB`; a kilobyte has 1,000 bytes.
    func size(_ bytes: Int) -> String {
        switch bytes {
        case ..<1_000: self("limits.byteCount", count: bytes)
        case ..<999_500: self("limits.kilobytes", ["number": number((bytes + 500) / 1_000)])
        default:
            self("limits.megabytes", ["number": format.tenths((bytes + 50_000) / 100_000)])
        }
    }

    /// Formats a percentage, such as `98%`.
    func percent(_ number: Int) -> String { format.percent(number) }

    /// Joins texts with commas.
    func commas(_ texts: [String]) -> String {
        texts.map(isolated).joined(separator: separator("joining.next"))
    }

    /// Joins texts that may contain commas.
    func parts(_ texts: [String]) -> String {
        texts.map(isolated).joined(separator: separator("joining.part"))
    }

    /// Joins texts with commas, and the last two with “and”.
    func list(_ texts: [String]) -> String {
        guard let last = texts.last, texts.count > 1 else { return texts.first ?? "" }
        return commas(texts.dropLast()) + separator("joining.last") + isolated(last)
    }

    /// Returns the text between the two holes of a text.
    private func separator(_ key: TextKey) -> String {
        phrases[key.name]?[.other].literals.first { !$0.isEmpty } ?? ", "
    }

    /// Joins names of languages in the order in which they supply missing texts.
    func chain(_ tags: [LanguageTag]) -> String {
        languages(tags).joined(separator: separator("joining.then"))
    }

    // MARK: Languages and dates

    /// Returns the name of a language.
    func language(_ tag: LanguageTag) -> String { languages([tag]).first ?? tag.rawValue }

    /// Returns the language's own name, or nil if the pages call it the same.
    func ownName(_ tag: LanguageTag) -> String? {
        let name = LanguageName.written(tag.rawValue)
        return name == language(tag) ? nil : name
    }

    /// Returns the names of languages, in the order of the tags.
    func languages(_ tags: [LanguageTag]) -> [String] {
        LanguageName.names(of: tags.map(\.rawValue), in: self.tag.rawValue)
    }

    /// Formats a day, such as `3 November`, or `3 November 2026` with a year.
    func date(_ day: Int, month: Int, year: Int? = nil) -> String {
        format.day(day, month: month, year: year)
    }

    /// Returns the name of a month from 1 to 12.
    func month(_ month: Int) -> String { format.month(month) }

    // MARK: Templates and scripts

    /// The error thrown for a text that does not exist, which is a defect in the program.
    struct Missing: Error {
        let key: String
    }

    /// Replaces the names of texts in a template, such as `[[account.title]]`, with the texts.
    ///
    /// Holes of the texts become holes of the template. Throws ``Missing`` for an unknown name.
    func fill(_ template: String) throws -> String {
        var filled = ""
        for (index, part) in template.split(separator: "[[", omittingEmptySubsequences: false)
            .enumerated()
        {
            guard index > 0, let end = part.firstRange(of: "]]") else {
                filled += part
                continue
            }
            let key = String(part[..<end.lowerBound])
            guard let phrase = phrases[key] else { throw Missing(key: key) }
            filled += markup(phrase[.other]) + part[end.upperBound...]
        }
        return filled
    }

    /// Returns a text as a part of a template.
    private func markup(_ pattern: Pattern) -> String {
        zip(pattern.literals, pattern.holes.map { isolated("{{\($0)}}") } + [""])
            .map { TextMarkup.escaped($0) + $1 }.joined()
    }

    /// Returns the texts for the scripts by name, each a text or an object with plural forms.
    private static func scriptTexts(_ phrases: [String: Phrase]) -> JSONValue {
        let own = phrases.filter { $0.key.hasPrefix(scriptPrefix) }
            .sorted { $0.key < $1.key }
        return .object { members in
            for (key, phrase) in own {
                members.add(String(key.dropFirst(scriptPrefix.count)), phrase.json)
            }
        }
    }

    /// The beginning of the names of the scripts' texts.
    static let scriptPrefix = "script."
}

/// The name of a text.
///
/// A name can only be written as a literal, so that a test finds all names that are used.
struct TextKey: ExpressibleByStringLiteral, Sendable {
    let name: String

    init(stringLiteral name: StaticString) { self.name = name.description }
}
