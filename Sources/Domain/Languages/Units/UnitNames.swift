import CICU
import Texts

/// CLDR's names for units of time.
public enum UnitNames {
    /// The length of a name.
    public enum Width: String, CaseIterable, Hashable, Sendable {
        /// The full name for running text, such as `hours`.
        case full
        /// The abbreviation for lists, such as `hr`.
        case short
        /// The shortest name for small spaces, such as `h`.
        case narrow

        /// The name of the width in ICU's number skeletons.
        fileprivate var skeleton: String {
            switch self {
            case .full: "unit-width-full-name"
            case .short: "unit-width-short"
            case .narrow: "unit-width-narrow"
            }
        }
    }

    /// The units of time that CLDR has names for, such as `hour` and `minute`, sorted by their
    /// bytes.
    public static var durations: [String] {
        // English has all units. In other languages, the units may be spread over parent languages.
        guard let bundle = ResourceBundle(package: icu_unitsPackage(), locale: "en"),
            let units = bundle.child("units"), let durations = units.child("duration")
        else { return [] }
        return (0..<durations.count).compactMap { durations.child(at: $0)?.key }
            .filter { $0.utf8.allSatisfy { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") } }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns the name of a unit next to a number from 0 to 9, or nil if CLDR has none.
    ///
    /// For 2 hours in German, the name is `Stunden`, without the number. If the language has a
    /// single word for number and unit, as Arabic has for two hours, returns that word.
    public static func name(
        of unit: String, for number: Int, _ width: Width, in tag: String
    ) -> String? {
        names(of: unit, for: number...number, width, in: tag).first?.name
    }

    private static func names(
        of unit: String, for numbers: ClosedRange<Int>, _ width: Width, in tag: String
    ) -> [(number: Int, name: String)] {
        let newer = newerName(of: unit, width, in: tag)
        return formatted(unit, numbers, width, in: tag).compactMap { number, text in
            let name = newer ?? removing(number, from: text)
            return name.isEmpty ? nil : (number, name)
        }
    }

    /// Narrow names from CLDR 48, which replace ICU's names.
    ///
    /// CLDR 42, which ICU uses in Debian 12, repeats the short form instead. The names are the same
    /// for all numbers. Source:
    /// <https://github.com/unicode-org/cldr-json/tree/48.0.0/cldr-json/cldr-units-full/main>,
    /// `narrow`.
    private static let newerNarrowNames: [String: [String: String]] = [
        "de": ["hour": "h"], "uk": ["hour": "г"],
    ]

    private static func newerName(of unit: String, _ width: Width, in tag: String) -> String? {
        guard width == .narrow, let language = try? LanguageSubtags(tag).language else {
            return nil
        }
        return newerNarrowNames[language]?[unit]
    }

    /// Returns all names of units of time in a language, in lower case.
    ///
    /// Each name maps to its units, and each unit to the numbers from 0 to 9 for which the name is
    /// used.
    ///
    /// Takes a few milliseconds.
    public static func all(in tag: String) -> [String: [String: Set<Int>]] {
        var names: [String: [String: Set<Int>]] = [:]
        for unit in durations {
            for width in Width.allCases {
                for (number, name) in Self.names(of: unit, for: 0...9, width, in: tag) {
                    names[name.lowercased(), default: [:]][unit, default: []].insert(number)
                }
            }
        }
        return names
    }

    /// Returns the form of a unit's name for use next to a number, and the number that this form is
    /// for.
    ///
    /// Usually, the returned number is the given number. If the language has a single word for the
    /// number and the unit, the next higher number that is written separately is used instead. For
    /// the number 1, the single word is used as the unit's name.
    public static func nameBesideNumber(
        of unit: String, for number: Int, _ width: Width, in tag: String
    ) -> (name: String, number: Int)? {
        guard (0...9).contains(number) else { return nil }
        let found = (number...9).first { candidate in
            candidate == 1
                || formatted(unit, candidate...candidate, width, in: tag)
                    .contains { $0.text.unicodeScalars.contains(digit(candidate)) }
        }
        let chosen = found ?? number
        return name(of: unit, for: chosen, width, in: tag).map { ($0, chosen) }
    }

    /// Formats each number with the unit, using ASCII digits.
    private static func formatted(
        _ unit: String, _ numbers: ClosedRange<Int>, _ width: Width, in tag: String
    ) -> [(number: Int, text: String)] {
        let locale = ICULocale.identifier(of: tag)
        // A tag with only private-use subtags is the root with a keyword, and the root has names.
        guard numbers.lowerBound >= 0, numbers.upperBound <= 9, !locale.isEmpty,
            !locale.hasPrefix("@"),
            ResourceBundle(package: icu_unitsPackage(), locale: locale) != nil
        else { return [] }
        let skeleton = Array("unit/\(unit) \(width.skeleton) precision-integer latin".utf16)
        guard
            let formatter = ICUHandle<NumberFormatterObject>({
                icu_unumf_openForSkeletonAndLocale(skeleton, Int32(skeleton.count), locale, &$0)
            }), let formatted = ICUHandle<FormattedNumberObject>({ icu_unumf_openResult(&$0) })
        else { return [] }
        let pointer = formatted.pointer
        return numbers.compactMap { number in
            var status: ICUStatus = 0
            icu_unumf_formatInt(formatter.pointer, Int64(number), pointer, &status)
            guard status.isSuccess else { return nil }
            return ICUBuffer.readText { icu_unumf_resultToString(pointer, $0, $1, &$2) }
                .map { (number, $0) }
        }
    }

    private static func digit(_ number: Int) -> Unicode.Scalar {
        Unicode.Scalar(UInt8(ascii: "0") + UInt8(number))
    }

    /// Removes the number, and the spaces and direction marks around it.
    private static func removing(_ number: Int, from text: String) -> String {
        let digit = digit(number)
        var scalars = text.unicodeScalars.filter { $0 != digit }[...]
        while let first = scalars.first, isAround(first) { scalars.removeFirst() }
        while let last = scalars.last, isAround(last) { scalars.removeLast() }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func isAround(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace
            || scalar.properties.generalCategory == .format
    }

    /// Returns the width in which CLDR's names for a unit match the given texts, or nil if none
    /// match.
    ///
    /// Each text is given with its number. The width with the most matches wins. In a tie, the
    /// short width is preferred, then the full width. Letter case is ignored, because headings are
    /// capitalized, as in `Hours`.
    public static func width(
        of texts: [(number: Int, text: String)], unit: String, in tag: String
    ) -> Width? {
        var best: (width: Width, count: Int)?
        for width in [Width.short, .full, .narrow] {
            let count = texts.count { item in
                name(of: unit, for: item.number, width, in: tag)?.lowercased()
                    == item.text.lowercased()
            }
            if count > best?.count ?? 0 { best = (width, count) }
        }
        return best?.width
    }
}
