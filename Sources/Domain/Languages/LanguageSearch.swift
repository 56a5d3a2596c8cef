import CICU
import Texts

/// A search for languages by their names.
///
/// The names are those of CLDR: in each language itself, in English, and in further languages.
/// Letter case, accents and punctuation do not matter, so `portugues brasil` finds
/// `Português (Brasil)`.
public enum LanguageSearch {
    /// A language with one of its names.
    public struct Name: Sendable, Hashable {
        /// The tag of the language.
        public let tag: String
        /// The name, as CLDR writes it in lists.
        public let name: String

        fileprivate let folded: String
    }

    /// Returns the tags of the languages that have exactly the given name.
    ///
    /// `languages` are further languages to look the name up in. They are used only if no language
    /// has this name in English or in the language itself, because their names have to be read
    /// first, which takes milliseconds for each.
    public static func tags(named name: String, in languages: [String] = []) -> [String] {
        let wanted = folded(name)
        guard !wanted.isEmpty else { return [] }
        let known = common.filter { $0.folded.hasSameBytes(as: wanted) }
        guard known.isEmpty else { return distinct(known) }
        for language in languages where language != "en" {
            let found = names(in: language).filter { $0.folded.hasSameBytes(as: wanted) }
            if !found.isEmpty { return distinct(found) }
        }
        return []
    }

    /// Returns the tags of the languages with a name that contains a word beginning with the given
    /// text.
    ///
    /// Names that begin with it come first, and shorter names before longer ones.
    public static func tags(beginning text: String, limit: Int) -> [String] {
        let wanted = folded(text)
        guard !wanted.isEmpty else { return [] }
        let inside = " " + wanted
        func isBefore(_ a: Name, _ b: Name) -> Bool {
            (a.folded.utf8.count, a.folded, a.tag) < (b.folded.utf8.count, b.folded, b.tag)
        }
        let first = common.filter { $0.folded.hasPrefix(wanted) }.sorted(by: isBefore)
        let rest = common.filter { $0.folded.contains(inside) }.sorted(by: isBefore)
        return Array(distinct(first + rest).prefix(limit))
    }

    /// The English names of languages, and their names in the language itself.
    public static let common = names(in: "en") + ownNames

    /// Returns the first name's tag of each language, in order.
    private static func distinct(_ names: [Name]) -> [String] {
        var seen: Set<String> = []
        return names.map(\.tag).filter { seen.insert($0).inserted }
    }

    /// The tags whose names are known, each with ICU's identifier: languages, and the combinations
    /// with scripts and regions that CLDR has data for.
    private static let candidates: [(tag: String, identifier: String)] = {
        let plain = ICUReference.languages
        let known = Set(plain)
        let more = CLDR.availableTags.filter { tag in
            !known.contains(tag) && !tag.contains("-u-") && tag != "root" && tag != "und"
        }
        return (plain + more).map { ($0, String($0.map { $0 == "-" ? "_" : $0 })) }
    }()

    private static func names(in language: String) -> [Name] {
        names(of: candidates, in: ICULocale.identifier(of: language))
    }

    private static func names(
        of candidates: [(tag: String, identifier: String)], in table: String
    ) -> [Name] {
        [false, true].flatMap { isDialect -> [Name] in
            guard let names = LanguageNames(in: table, namesDialects: isDialect) else { return [] }
            // Only combinations have names of their own as dialects.
            return candidates.filter { !isDialect || $0.identifier.contains("_") }.compactMap {
                candidate in
                names.name(ofIdentifier: candidate.identifier).map {
                    Name(tag: candidate.tag, name: $0, folded: folded($0))
                }
            }
        }
    }

    private static let ownNames: [Name] = {
        // The names of `pt-BR` are in `pt`, but those of `zh-Hant` are in a table of their own.
        let byTable = Dictionary(grouping: candidates) { candidate in
            let parts = candidate.identifier.split(separator: "_")
            return parts.prefix(parts.count > 1 && parts[1].utf8.count == 4 ? 2 : 1)
                .joined(separator: "_")
        }
        return byTable.sorted { $0.key < $1.key }.flatMap { names(of: $1, in: $0) }
    }()

    /// Returns a name without accents and punctuation, in lower case.
    ///
    /// Marks of other scripts than Latin, Greek and Cyrillic belong to the letters, so they stay.
    private static func folded(_ name: String) -> String {
        let scalars = Normalization.nfd(name.lowercased()).unicodeScalars.filter {
            !(0x300...0x36F).contains($0.value)
        }
        let words = scalars.split { scalar in
            !(scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || scalar.properties.canonicalCombiningClass != .notReordered
                || scalar.properties.generalCategory == .nonspacingMark)
        }
        return words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
    }
}
