/// The plural categories of one language, in CLDR order, which needs a form for each.
///
/// See <https://www.unicode.org/reports/tr35/tr35-numbers.html#Language_Plural_Rules>.
public struct PluralCategories: Sendable {
    /// For quantities.
    public let cardinal: [String]
    /// For ranks.
    public let ordinal: [String]

    /// Whether a category for quantities is one that no whole number below a million takes, as Russian's `other`.
    public let isSeldom: @Sendable (String) -> Bool

    /// States the categories, each in CLDR order.
    public init(
        cardinal: [String], ordinal: [String],
        isSeldom: @escaping @Sendable (String) -> Bool = { _ in false }
    ) {
        self.cardinal = cardinal
        self.ordinal = ordinal
        self.isSeldom = isSeldom
    }

    /// The categories by which a selector chooses; none for one that does not choose by number.
    public func names(of selector: Value.Selector) -> [String] {
        switch selector {
        case .plural: cardinal
        case .ordinal: ordinal
        case .select, .device, .width: []
        }
    }
}

extension Value {
    /// Returns the value with the plural forms that a language needs, as a translator is to fill them.
    ///
    /// A form that is missing has the text of `other`, and one that the language does not have is gone. Forms for
    /// exact numbers stay, as does `zero`, which i18next and Apple have in every language.
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

    /// The value with all of its texts empty; a text with variables as one empty text.
    public var emptied: Value {
        switch self {
        case .text, .format: Value("")
        case .list(let values): .list(values.map(\.emptied))
        case .choice(let choice): .choice(choice.mapping(\.emptied))
        }
    }

    /// Whether none of its texts says anything; not for a list without elements, which is a text of its own.
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

    /// Returns the choice between other values under the same names.
    package func mapping(_ change: (Value) -> Value) -> Value.Choice {
        let changed = cases.map { Value.Case($0.name.string, change($0.value)) }
        return Value.Choice(by: selector, argument: argument?.string, cases: changed) ?? self
    }
}
