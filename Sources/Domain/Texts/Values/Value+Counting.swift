extension Value {
    /// A number, with the properties that select its plural forms.
    public struct Count: Sendable {
        /// The kind of number: ``Selector/plural`` for a quantity, ``Selector/ordinal`` for a rank.
        public var selector: Selector
        /// The number as written, such as `2` or `1.0`.
        public var number: String
        /// The number's CLDR category in the text's language.
        public var category: String
        /// Whether only the form for the category applies, and also `zero` for 0, as in i18next.
        public var isStrict: Bool

        /// Creates a count from a number and its category.
        public init(
            by selector: Selector, number: String, category: String, isStrict: Bool = false
        ) {
            self.selector = selector
            self.number = number
            self.category = category
            self.isStrict = isStrict
        }

        /// The names of the cases that can apply to the number, best first.
        var names: [String] {
            var names = isStrict ? [] : ["=\(number)"]
            // In every language, i18next's `_zero` applies to 0.
            if selector == .plural, number == "0" { names.append("zero") }
            return names + [category] + (isStrict ? [] : ["other"])
        }
    }

    /// Returns the value with its plurals resolved for a number; nil if a plural has no form that
    /// applies.
    ///
    /// Each plural is replaced by its exact form `=N`, otherwise by the form for the number's
    /// category, otherwise by `other`. Other choices are kept, with the plurals inside them
    /// resolved. In a format, a variable that selects by the number is replaced with its form. If a
    /// text is an ICU message, the plurals in it are resolved, and the text remains a message.
    public func form(for count: Count) -> Value? {
        switch self {
        case .text(let text):
            return MessagePlurals.form(of: text.string, for: count).map { Value($0) }
        case .list(let values):
            let forms = values.compactMap { $0.form(for: count) }
            return forms.count == values.count ? .list(forms) : nil
        case .choice(let choice):
            guard choice.selector != count.selector else { return choice.form(for: count) }
            let cases = choice.cases.compactMap { item in
                item.value.form(for: count).map { Case(item.name.string, $0) }
            }
            guard cases.count == choice.cases.count else { return nil }
            return Choice(by: choice.selector, argument: choice.argument?.string, cases: cases)
                .map { .choice($0) }
        case .format(let text, let variables):
            return Self.form(of: text.string, variables, for: count)
        }
    }

    private static func form(
        of text: String, _ variables: [Variable], for count: Count
    ) -> Value? {
        var text = text
        var left: [Variable] = []
        for variable in variables {
            guard variable.choice.selector == count.selector else {
                left.append(variable)
                continue
            }
            guard let form = variable.choice.form(for: count)?.plainText else { return nil }
            // `%arg` is the number itself, formatted as the variable specifies.
            let printed = form.replacing("%arg", with: "%\(variable.spec?.string ?? "lld")")
            text = text.replacing("%#@\(variable.name.string)@", with: printed)
        }
        return left.isEmpty ? Value(text) : .format(Text(text), left)
    }
}

extension Value.Choice {
    fileprivate func form(for count: Value.Count) -> Value? {
        count.names.lazy.compactMap { self[$0] }.first?.form(for: count)
    }
}

extension String {
    /// Returns the text with each occurrence of `part` replaced, compared by bytes.
    fileprivate func replacing(_ part: String, with other: String) -> String {
        let (bytes, wanted) = (Array(utf8), Array(part.utf8))
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if !wanted.isEmpty, bytes[index...].starts(with: wanted) {
                result += other.utf8
                index += wanted.count
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
