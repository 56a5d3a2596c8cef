import CICU

/// Numbers and dates as a language writes them, from CLDR, with the digits 0 to 9.
///
/// Creating a value asks ICU once for samples, which takes some milliseconds. Formatting then only
/// joins texts, and is safe on any thread.
public struct LocalFormat: Sendable {
    /// The text between groups of digits.
    private let separator: String
    /// The text before the decimals.
    private let decimalSeparator: String
    /// The lengths of the last group of digits, and of the groups before it.
    private let groups: (last: Int, others: Int)
    /// The number of digits from which a number is grouped.
    private let shortestGrouped: Int
    /// The texts before and after a percentage.
    private let percentSign: (before: String, after: String)
    /// The names of the months, as they are written alone.
    private let months: [String]
    /// The days of each month, as texts with ``Sample``'s day.
    private let days: [String]
    /// The days of each month with their year, as texts with ``Sample``'s day and year.
    private let daysOfYears: [String]

    /// The day that ICU formats.
    ///
    /// No month's name contains its numbers.
    private enum Sample {
        static let day = "17"
        static let year = "2053"
        /// The first millisecond of 17 January 2053, in UTC.
        static let start = 2_620_684_800_000.0
        /// The days between the seventeenths of the months in 2053.
        static let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30]
    }

    /// Creates the formats of a language.
    public init(of tag: String) {
        let identifier = ICULocale.identifier(of: tag)
        let locale =
            (identifier.contains("@") ? identifier + ";" : identifier + "@")
            + "calendar=gregorian;numbers=latn"
        let long = Self.number(1_234_567_890, "", in: locale)
        let parts = long.split { !("0"..."9").contains($0) }.map(\.count)
        let gap = long.unicodeScalars.drop { $0.properties.numericType != nil }
            .prefix { $0.properties.numericType == nil }
        separator = String(gap)
        groups = parts.count > 2 ? (parts[parts.count - 1], parts[parts.count - 2]) : (3, 3)
        shortestGrouped = Self.number(1_234, "", in: locale).count > 4 ? 4 : 5
        let decimals = Self.number(15, "scale/0.1 .0", in: locale)
        decimalSeparator =
            decimals.hasPrefix("1") && decimals.hasSuffix("5")
            ? String(decimals.dropFirst().dropLast()) : "."
        let percentage = Self.number(42, "percent", in: locale)
        let halves = percentage.split(separator: "42", omittingEmptySubsequences: false)
        percentSign =
            halves.count == 2 ? (String(halves[0]), String(halves[1])) : ("", "%")
        months = Self.dates("LLLL", in: locale)
        days = Self.dates(Self.pattern("dMMMM", in: locale), in: locale)
        daysOfYears = Self.dates(Self.pattern("yMMMMd", in: locale), in: locale)
    }

    /// Formats an integer, with its digits in groups.
    public func grouped(_ number: Int) -> String {
        var digits = Array(String(number.magnitude))
        if digits.count >= shortestGrouped {
            var index = digits.count - groups.last
            while index > 0 {
                digits.insert(contentsOf: separator, at: index)
                index -= groups.others
            }
        }
        return (number < 0 ? "−" : "") + String(digits)
    }

    /// Formats a number of tenths with one decimal, such as `1.2` for 12; negative numbers are not
    /// supported.
    public func tenths(_ number: Int) -> String {
        grouped(number / 10) + decimalSeparator + String(number % 10)
    }

    /// Formats a percentage, such as `98%`.
    public func percent(_ number: Int) -> String {
        percentSign.before + grouped(number) + percentSign.after
    }

    /// Returns the name of a month from 1 to 12, as it is written alone; empty for other numbers.
    public func month(_ month: Int) -> String {
        months.indices.contains(month - 1) ? months[month - 1] : ""
    }

    /// Formats a day, such as `3 November`, or `3 November 2026` with a year.
    ///
    /// Returns an empty text if there is no such month.
    public func day(_ day: Int, month: Int, year: Int? = nil) -> String {
        let samples = year == nil ? days : daysOfYears
        guard samples.indices.contains(month - 1) else { return "" }
        // The year may contain the sample's day.
        let text = Self.replacing(samples[month - 1], Sample.day, String(day))
        return year.map { Self.replacing(text, Sample.year, String($0)) } ?? text
    }

    private static func replacing(_ text: String, _ part: String, _ new: String) -> String {
        text.split(separator: part, omittingEmptySubsequences: false).joined(separator: new)
    }

    // MARK: Samples

    private static func number(_ number: Int64, _ skeleton: String, in locale: String) -> String {
        let units = Array(skeleton.utf16)
        guard
            let formatter = ICUHandle<NumberFormatterObject>({ status in
                icu_unumf_openForSkeletonAndLocale(units, Int32(units.count), locale, &status)
            }),
            let result = ICUHandle<FormattedNumberObject>({ icu_unumf_openResult(&$0) })
        else { return String(number) }
        var status: ICUStatus = 0
        icu_unumf_formatInt(formatter.pointer, number, result.pointer, &status)
        return ICUBuffer.readText { icu_unumf_resultToString(result.pointer, $0, $1, &$2) }
            ?? String(number)
    }

    /// Returns a language's pattern for the parts of a date.
    private static func pattern(_ skeleton: String, in locale: String) -> String {
        let units = Array(skeleton.utf16)
        guard
            let generator = ICUHandle<PatternGeneratorObject>({ icu_udatpg_open(locale, &$0) })
        else { return skeleton }
        return ICUBuffer.readText {
            icu_udatpg_getBestPattern(generator.pointer, units, Int32(units.count), $0, $1, &$2)
        } ?? skeleton
    }

    /// Formats the sample's day in each month.
    private static func dates(_ pattern: String, in locale: String) -> [String] {
        let zone = Array("UTC".utf16)
        let units = Array(pattern.utf16)
        guard
            let format = ICUHandle<DateFormatObject>({ status in
                icu_udat_open(
                    Int32(ICU_DATE_PATTERN), Int32(ICU_DATE_PATTERN), locale, zone,
                    Int32(zone.count), units, Int32(units.count), &status)
            })
        else { return [] }
        var time = Sample.start
        return ([0] + Sample.lengths).map { days in
            time += Double(days) * 86_400_000
            return ICUBuffer.readText { icu_udat_format(format.pointer, time, $0, $1, nil, &$2) }
                ?? ""
        }
    }
}
