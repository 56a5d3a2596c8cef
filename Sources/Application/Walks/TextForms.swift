package import Texts
import Translation

/// The input fields of a value: a single text, or one text for each form of a choice.
package struct TextForms: Sendable {
    /// An input field for one form.
    package struct Form: Sendable {
        /// The name of the case; nil for a value with a single text.
        package let name: String?
        /// The numbers that select the form, for display: `3, 4, 5, 6…`.
        package let numbers: String?
    }

    /// The forms, in order.
    package let forms: [Form]
    private let selector: Value.Selector
    private let argument: String?

    /// Creates the forms that a language needs for a source value.
    ///
    /// Returns nil for a tree, which has to be edited as a whole.
    ///
    /// A plural has the language's CLDR categories, after the source's exact numbers and its
    /// `zero`, which i18next uses for 0 in every language. Any other choice has the same cases as
    /// the source.
    package init?(of source: Value, in locale: LanguageTag) {
        switch source {
        case .text:
            (forms, selector, argument) = ([Form(name: nil, numbers: nil)], .plural, nil)
        case .choice(let choice):
            guard choice.cases.allSatisfy({ $0.value.plainText != nil }) else { return nil }
            selector = choice.selector
            argument = choice.argument?.string
            let names = choice.cases.map(\.name.string)
            switch choice.selector {
            case .plural: forms = Self.plurals(names, locale, .cardinal)
            case .ordinal: forms = Self.plurals(names, locale, .ordinal)
            case .select, .device, .width: forms = names.map { Form(name: $0, numbers: nil) }
            }
        case .list, .format: return nil
        }
    }

    private static func plurals(
        _ names: [String], _ locale: LanguageTag, _ kind: PluralKind
    ) -> [Form] {
        let exact = names.filter { PluralCase.exactNumber(of: $0) != nil }
        let samples = PluralRules.samples(in: locale.rawValue, kind, count: shown + 1)
        let categories = PluralRules.categories(of: locale.rawValue, kind)
        let hasOwnZero = kind == .cardinal && names.contains("zero") && !categories.contains(.zero)
        return exact.map { Form(name: $0, numbers: nil) }
            + (hasOwnZero ? [Form(name: "zero", numbers: "0")] : [])
            + categories.map { category in
                Form(name: category.rawValue, numbers: numbers(samples[category, default: []]))
            }
    }

    /// The maximum number of sample numbers for a category.
    private static let shown = 4

    /// Returns the numbers that select a case of a language's plurals, as in ``Form/numbers``; nil
    /// if the name is not a category.
    package static func numbers(
        of name: String, in locale: LanguageTag, _ kind: PluralKind = .cardinal
    ) -> String? {
        guard let category = PluralCategory(rawValue: name) else { return nil }
        return numbers(
            PluralRules.samples(in: locale.rawValue, kind, count: shown + 1)[category, default: []])
    }

    /// Formats sample numbers.
    ///
    /// Adds an ellipsis if the category contains more numbers.
    private static func numbers(_ samples: [Int]) -> String? {
        guard let last = samples.last else { return nil }
        let goesOn = samples.count > shown || last >= 100
        return samples.prefix(shown).map(String.init).joined(separator: ", ")
            + (goesOn ? "…" : "")
    }

    /// Returns the value that the texts form, in the order of the forms, or nil if their number
    /// differs.
    package func value(of texts: [String]) -> Value? {
        guard texts.count == forms.count else { return nil }
        if forms.count == 1, forms[0].name == nil { return Value(texts[0]) }
        let cases = zip(forms, texts).map { form, text in
            Value.Case(form.name ?? "", Value(text))
        }
        return Value.Choice(by: selector, argument: argument, cases: cases).map(Value.choice)
    }

    /// Returns the value's text for a form; a plural falls back to `other`.
    package func text(of value: Value, for form: Form) -> String? {
        guard let name = form.name else { return value.plainText }
        guard case .choice(let choice) = value else { return value.plainText }
        return (choice[name] ?? choice["other"])?.plainText
    }

    /// Returns the value's text for exactly this form, without a fallback.
    package func ownText(of value: Value, for form: Form) -> String? {
        guard let name = form.name else { return value.plainText }
        guard case .choice(let choice) = value else { return nil }
        return choice[name]?.plainText
    }
}
