/// The plural categories that whole numbers take in a language, and when.
///
/// CLDR has categories that only fractions take, such as Russian's `other`: these are not among
/// them. A language that CLDR doesn't know has `other` only. Creating a value takes tens of microseconds,
/// asking it much less.
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

    /// Finds the forms of a language for quantities, or for ranks.
    public init(of tag: String, _ kind: PluralKind = .cardinal) {
        var found = PluralRules(of: tag, kind).forms.filter(\.hasIntegers)
            .map { (category: $0.category, condition: $0.rule.map(PluralCondition.init)) }
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
}
