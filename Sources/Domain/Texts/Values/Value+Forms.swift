/// The plural categories of a language in CLDR order, each of which needs a form.
///
/// See <https://www.unicode.org/reports/tr35/tr35-numbers.html#Language_Plural_Rules>.
public struct PluralCategories: Sendable {
    /// The categories of quantities.
    public let cardinal: [String]
    /// The categories of ranks.
    public let ordinal: [String]

    private let numbers: @Sendable (String, Value.Selector) -> [UInt64]?

    /// Creates the categories from two lists, each in CLDR order.
    ///
    /// `numbers` returns the integers below a million in a category, or enough of them to represent
    /// all; nil if they are unknown.
    public init(
        cardinal: [String], ordinal: [String],
        numbers: @escaping @Sendable (String, Value.Selector) -> [UInt64]? = { _, _ in nil }
    ) {
        self.cardinal = cardinal
        self.ordinal = ordinal
        self.numbers = numbers
    }

    /// Returns true for a cardinal category that contains no integer below a million, such as
    /// Russian `other`.
    public func isSeldom(_ category: String) -> Bool {
        numbers(category, .plural)?.isEmpty ?? false
    }

    /// The numbers to which a form of a plural or ordinal applies.
    public enum Coverage: Sendable, Equatable {
        /// No numbers, because every integer in the category has its own form.
        case none
        /// One number.
        case one
        /// Two or three numbers, in ascending order, such as 0 and 1 for `one` in French.
        case few([UInt64])
        /// More numbers: the smallest three, or an empty list if they are unknown or there are none
        /// below a million.
        case many([UInt64])
    }

    /// Returns the numbers to which a form applies, if the numbers in `exact` have their own forms.
    ///
    /// A form that the language does not use, such as i18next's `zero`, applies to the number in
    /// its name. The first call for a language takes tens of microseconds; later calls are fast.
    public func coverage(
        of form: String, by selector: Value.Selector, besides exact: Set<UInt64> = []
    ) -> Coverage {
        if PluralCase.exactNumber(of: form) != nil { return .one }
        guard names(of: selector).contains(where: { $0.hasSameBytes(as: form) }),
            let all = numbers(form, selector)
        else {
            return ["zero", "one", "two"].contains { $0.hasSameBytes(as: form) } ? .one : .many([])
        }
        // Only fractions and large numbers belong to the category.
        guard !all.isEmpty else { return .many([]) }
        let left = Array(all.lazy.filter { !exact.contains($0) }.prefix(4))
        switch left.count {
        case 0: return .none
        case 1: return .one
        case 2, 3: return .few(left)
        default: return .many(Array(left.prefix(3)))
        }
    }

    /// Returns the categories from which a selector chooses a form, or an empty list if it does not
    /// choose by number.
    public func names(of selector: Value.Selector) -> [String] {
        switch selector {
        case .plural: cardinal
        case .ordinal: ordinal
        case .select, .device, .width: []
        }
    }
}

extension Value {
    /// Returns the value with the plural forms that a language needs, for a translator to fill in.
    ///
    /// A missing form is copied from `other`, and a form that the language does not use is removed.
    /// Forms for exact numbers are kept, and so is `zero`, which i18next and Apple support in every
    /// language.
    public func withForms(of language: PluralCategories) -> Value {
        switch self {
        case .text: self
        case .list(let values): .list(values.map { $0.withForms(of: language) })
        case .choice(let choice): .choice(choice.withForms(of: language))
        case .format(let text, let variables):
            .format(
                text,
                variables.map {
                    Variable(
                        name: $0.name.string, spec: $0.spec?.string,
                        choice: $0.choice.withForms(of: language))
                })
        }
    }

    /// The value with all of its texts empty.
    ///
    /// A text with variables becomes one empty text.
    public var emptied: Value {
        switch self {
        case .text, .format: Value("")
        case .list(let values): .list(values.map(\.emptied))
        case .choice(let choice): .choice(choice.mapping(\.emptied))
        }
    }

    /// Whether all of its texts are empty.
    ///
    /// False for a list without items, which contains no texts.
    public var saysNothing: Bool {
        let texts = texts
        return !texts.isEmpty && texts.allSatisfy(\.text.isEmpty)
    }
}

extension Value.Choice {
    fileprivate func withForms(of language: PluralCategories) -> Value.Choice {
        let names = language.names(of: selector)
        var all = cases
        if let other = self["other"], !names.isEmpty {
            all.removeAll { item in
                PluralCase.exactNumber(of: item.name.string) == nil && item.name.string != "zero"
                    && !names.contains(item.name.string)
            }
            for name in names where self[name] == nil { all.append(Value.Case(name, other)) }
        }
        return Value.Choice(by: selector, argument: argument?.string, cases: all)?
            .mapping { $0.withForms(of: language) } ?? self
    }

    /// Returns the choice with its values changed and its case names kept.
    package func mapping(_ change: (Value) -> Value) -> Value.Choice {
        let changed = cases.map { Value.Case($0.name.string, change($0.value)) }
        return Value.Choice(by: selector, argument: argument?.string, cases: changed) ?? self
    }
}
