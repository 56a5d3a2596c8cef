/// The plural categories of integers in a language, with their conditions.
///
/// CLDR categories that apply only to fractions, such as Russian `other`, are not included. A
/// language unknown to CLDR has only `other`. Creating a value takes tens of microseconds; using it
/// takes much less.
public struct IntegerPlurals: Sendable {
    /// A category and its condition.
    public struct Form: Sendable {
        /// The category.
        public let category: PluralCategory
        /// The condition; nil for the last form, which applies to all other numbers.
        public let condition: PluralCondition?
    }

    /// The forms in CLDR's order.
    ///
    /// The first form whose condition holds applies.
    public let forms: [Form]

    /// Creates a language's forms for cardinals or ordinals.
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

    /// Returns the category of a number.
    public func category(of number: UInt64) -> PluralCategory {
        forms.first { $0.condition?.holds(for: number) ?? true }?.category ?? .other
    }

    /// A C expression that computes the index of a number's form for gettext's `Plural-Forms`, such
    /// as `n != 1`.
    public var expression: String { expression(after: []) }

    /// Returns the expression for a plural whose first forms are for exact numbers, followed by the
    /// language's forms.
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
