import CICU

/// The plural categories that whole numbers take in a language, and when.
///
/// CLDR has categories that only fractions take, such as Russian's `other`: these are not among
/// them. A language that CLDR doesn't know has `other` only. To make it costs some tens of microseconds,
/// to ask it next to nothing.
public struct IntegerPlurals: Sendable {
    /// A category and its condition.
    public struct Form: Sendable {
        /// The category.
        public let category: PluralCategory
        /// When a number takes it; nil for the last form, which all other numbers take.
        public let condition: PluralCondition?
    }

    /// The forms in CLDR's order; the first whose condition holds is a number's.
    public let forms: [Form]

    /// Finds the forms of a language.
    public init(of tag: String) {
        var found: [(category: PluralCategory, condition: PluralCondition?)] = []
        if let rules = Self.rules(of: tag) {
            for category in PluralCategory.allCases {
                guard let text = rules.text(category.rawValue) else { continue }
                let parts = text.split(separator: "@", omittingEmptySubsequences: false)
                // The samples tell which categories whole numbers take.
                guard parts.dropFirst().contains(where: { $0.hasPrefix("integer") }) else {
                    continue
                }
                found.append(
                    (category, category == .other ? nil : PluralCondition(rule: parts[0])))
            }
        }
        if found.isEmpty { found = [(.other, nil)] }
        forms = found.enumerated().map { index, form in
            Form(
                category: form.category,
                condition: index == found.count - 1 ? nil : form.condition)
        }
    }

    /// Returns the category that a number takes.
    public func category(of number: UInt64) -> PluralCategory {
        forms.first { $0.condition?.holds(for: number) ?? true }?.category ?? .other
    }

    /// The index of a number's form in the language C, as gettext's `Plural-Forms` has it, such as `n != 1`.
    public var expression: String { expression(after: []) }

    /// The same where some numbers have forms of their own before the language's.
    public func expression(after numbers: [UInt64]) -> String {
        if numbers.isEmpty, forms.count == 2, let opposite = forms[0].condition?.opposite {
            return opposite
        }
        let exact = numbers.enumerated().map { "n == \($1) ? \($0) : " }.joined()
        return exact
            + forms.enumerated().map { index, form in
                let index = index + numbers.count
                guard let condition = form.condition else { return "\(index)" }
                let text = condition.expression
                return (text.contains("&&") || text.contains("||") ? "(\(text))" : text)
                    + " ? \(index) : "
            }.joined()
    }

    /// The rules of a language, or of the nearest language that it is a variant of.
    private static func rules(of tag: String) -> ResourceBundle? {
        guard let bundle = ResourceBundle(named: "plurals"), let names = bundle.child("locales")
        else { return nil }
        var locale = ICULocale.identifier(of: tag).prefix { $0 != "@" }
        while !locale.isEmpty {
            if let name = names.text(String(locale)) {
                return bundle.child("rules")?.child(name)
            }
            guard let end = locale.lastIndex(of: "_") else { return nil }
            locale = locale[..<end]
        }
        return nil
    }
}
