extension Value {
    /// Returns whether the value has the shape of the source value: both are plain, or both choose
    /// a form by the same kinds of plurals or words.
    ///
    /// Each language may have its own forms for devices and widths. It may also choose a form by
    /// words that the source does not use, such as i18next's contexts.
    public func hasShape(of source: Value) -> Bool {
        let missing = source.selectors.subtracting(selectors)
        let extra = selectors.subtracting(source.selectors)
        return missing.isEmpty && extra.isSubset(of: [.select])
    }

    private var selectors: Set<Selector> {
        switch self {
        case .text: []
        case .list(let values): values.reduce(into: []) { $0.formUnion($1.selectors) }
        case .choice(let choice): Self.selectors(of: choice)
        case .format(_, let variables):
            variables.reduce(into: []) { $0.formUnion(Self.selectors(of: $1.choice)) }
        }
    }

    private static func selectors(of choice: Choice) -> Set<Selector> {
        let own: Set<Selector> =
            [.device, .width].contains(choice.selector) ? [] : [choice.selector]
        return choice.cases.reduce(into: own) { $0.formUnion($1.value.selectors) }
    }

    /// Returns the value converted to the shape of the source value, as far as possible.
    ///
    /// A plain text is used for every form that the language needs. A plural is first reduced to
    /// its `other` form. A value that already has the shape is unchanged, and so is a list.
    public func fitted(to source: Value, forms language: PluralCategories) -> Value {
        guard !hasShape(of: source), let text = plainForm else { return self }
        return source.withForms(of: language).saying(text, forms: language)
    }

    /// Returns whether this value could be the result of ``fitted(to:forms:)`` for a text,
    /// regardless of which plural forms it has.
    public func isFitted(from text: Value, to source: Value) -> Bool {
        guard !text.hasShape(of: source), hasShape(of: source), let plain = text.plainForm else {
            return false
        }
        return texts.allSatisfy { $0.text.hasSameBytes(as: plain) }
    }

    /// Returns the value with missing seldom-used plural forms copied from `other`.
    ///
    /// These are forms that apply to no integer below a million, such as French `many`.
    public func withSeldomForms(of language: PluralCategories) -> Value {
        switch self {
        case .text, .list, .format: return self
        case .choice(let choice):
            let nested = choice.mapping { $0.withSeldomForms(of: language) }
            guard choice.selector == .plural, let other = nested["other"] else {
                return .choice(nested)
            }
            let missing = language.cardinal.filter {
                choice[$0] == nil && language.isSeldom($0)
            }
            guard !missing.isEmpty else { return .choice(nested) }
            let cases = nested.cases + missing.map { Case($0, other) }
            let filled = Choice(by: .plural, argument: choice.argument?.string, cases: cases)
            return filled.map { .choice($0) } ?? self
        }
    }

    /// Returns whether the value has a form that ``withSeldomForms(of:)`` could have added.
    public func hasSeldomForms(of language: PluralCategories) -> Bool {
        guard case .choice(let choice) = self else { return false }
        return choice.cases.contains { item in
            choice.selector == .plural && item.name != "other"
                && language.cardinal.contains { item.name == Text($0) }
                && language.isSeldom(item.name.string)
                || item.value.hasSeldomForms(of: language)
        }
    }

    /// Returns the value without the forms that ``withSeldomForms(of:)`` adds to another value.
    public func withoutSeldomForms(
        filledFrom text: Value, of language: PluralCategories
    ) -> Value {
        guard case .choice(let choice) = self, case .choice(let known) = text,
            choice.selector == known.selector,
            case .choice(let filled) = text.withSeldomForms(of: language)
        else { return self }
        let cases = choice.cases.compactMap { item -> Case? in
            let name = item.name.string
            guard let own = known[name] else {
                let isFilled = filled[name]?.isEquivalent(to: item.value) ?? false
                return isFilled ? nil : item
            }
            return Case(name, item.value.withoutSeldomForms(filledFrom: own, of: language))
        }
        return Choice(by: choice.selector, argument: choice.argument?.string, cases: cases)
            .map { .choice($0) } ?? self
    }

    /// The value reduced to one text, with the `other` form of each choice; `nil` for a list.
    private var plainForm: String? {
        switch self {
        case .text(let text): return text.string
        case .list: return nil
        case .choice(let choice): return (choice["other"] ?? choice.cases.last?.value)?.plainForm
        case .format(let text, let variables):
            return variables.reduce(text.string) { text, variable in
                let form = Value.choice(variable.choice).plainForm ?? ""
                return text.replacing("%#@\(variable.name.string)@", with: form)
            }
        }
    }

    /// Returns the value with the same text in all places, without forms that the language does not
    /// need.
    private func saying(_ text: String, forms language: PluralCategories) -> Value {
        switch self {
        case .text, .format: return Value(text)
        case .list(let values): return .list(values.map { $0.saying(text, forms: language) })
        case .choice(let choice):
            let names = language.names(of: choice.selector)
            let needed = choice.cases.filter { item in
                names.isEmpty || names.contains { $0.hasSameBytes(as: item.name.string) }
            }
            let cases = (needed.isEmpty ? choice.cases : needed).map {
                Case($0.name.string, $0.value.saying(text, forms: language))
            }
            return Choice(by: choice.selector, argument: choice.argument?.string, cases: cases)
                .map { .choice($0) } ?? Value(text)
        }
    }
}
