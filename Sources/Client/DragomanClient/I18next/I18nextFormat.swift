import Foundation

/// A format in a placeholder, such as `number(minimumFractionDigits: 2)` in `{{price, number(…)}}`.
public struct I18nextFormat: Sendable, Hashable {
    /// The name, in lower case.
    public var name: String
    /// The options in parentheses.
    ///
    /// The plain options in `currency(EUR)` and `relativetime(month)` are stored under the names
    /// `currency` and `range`.
    public var options: [String: String] = [:]
    /// The language of the lookup.
    public var language: String
    /// The arguments of the lookup.
    ///
    /// i18next formats use them as additional options.
    public var arguments: [String: Argument]

    /// Parses a format as written in a text.
    init(_ text: String, language: String, arguments: [String: Argument]) {
        self.language = language
        self.arguments = arguments
        let parts = text.split(separator: "(", omittingEmptySubsequences: false)
        name = JavaScript.trimmed(parts.first.map(String.init) ?? "").lowercased()
        guard parts.count > 1 else { return }
        let content = String(parts[1].dropLast())
        if !content.contains(":"), name == "currency" || name == "relativetime" {
            options[name == "currency" ? "currency" : "range"] = JavaScript.trimmed(content)
            return
        }
        for option in content.split(separator: ";") {
            let halves = option.split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard let key = halves.first.map({ JavaScript.trimmed(String($0)) }),
                options[key] == nil
            else { continue }
            let value = JavaScript.trimmed(halves.count > 1 ? String(halves[1]) : "")
            options[key] = value.trimmingCharacters(in: CharacterSet(charactersIn: "'"))
        }
    }

    /// Formats a number for the language, if the format is `number`.
    ///
    /// Supports the options `minimumFractionDigits`, `maximumFractionDigits` and `useGrouping`.
    /// Returns nil for everything else. The other i18next formats (`currency`, `datetime`,
    /// `relativetime`, `list`) and the other options of `Intl.NumberFormat` are not supported. To
    /// support them, set ``I18nextInterpolation/format``.
    public func formattedPlainly(_ value: Argument) -> Argument? {
        guard name == "number", let number = Self.number(value), number.isFinite else {
            return nil
        }
        let least = limit("minimumFractionDigits")
        let most = limit("maximumFractionDigits") ?? max(3, least ?? 0)
        var style = FloatingPointFormatStyle<Double>.number
            .locale(Locale(identifier: language))
            .precision(.fractionLength(min(least ?? 0, most)...most))
            .rounded(rule: .toNearestOrAwayFromZero)
        if option("useGrouping") == "false" { style = style.grouping(.never) }
        return .text(number.formatted(style))
    }

    private func option(_ name: String) -> String? {
        options[name] ?? arguments[name].map(JavaScript.text)
    }

    private func limit(_ name: String) -> Int? {
        option(name).flatMap { Int($0) }.map { min(max($0, 0), 20) }
    }

    /// Returns the number in a value.
    ///
    /// A numeric text counts as a number, because it may come from a nested text.
    private static func number(_ value: Argument) -> Double? {
        switch value {
        case .integer(let number): Double(number)
        case .real(let number): number
        case .text(let text): Double(text)
        default: nil
        }
    }
}
