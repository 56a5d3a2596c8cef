extension Value {
    /// Returns the value with each of its texts changed.
    ///
    /// `change` returns `nil` for a text that stays the same. The names of cases and variables stay
    /// the same. Rethrows errors from `change`.
    public func changingTexts<Failure: Error>(
        _ change: (String) throws(Failure) -> String?
    ) throws(Failure) -> Value {
        switch self {
        case .text(let text): return .text(Text(try change(text.string) ?? text.string))
        case .choice(let choice): return .choice(try choice.changingTexts(change))
        case .list(let values):
            var changed: [Value] = []
            for value in values { changed.append(try value.changingTexts(change)) }
            return .list(changed)
        case .format(let text, let variables):
            var changed: [Variable] = []
            for variable in variables {
                changed.append(
                    Variable(
                        name: variable.name.string, spec: variable.spec?.string,
                        choice: try variable.choice.changingTexts(change)))
            }
            return .format(Text(try change(text.string) ?? text.string), changed)
        }
    }
}

extension Value.Choice {
    fileprivate func changingTexts<Failure: Error>(
        _ change: (String) throws(Failure) -> String?
    ) throws(Failure) -> Value.Choice {
        var changed: [Value.Case] = []
        for item in cases {
            changed.append(Value.Case(item.name.string, try item.value.changingTexts(change)))
        }
        return Value.Choice(by: selector, argument: argument?.string, cases: changed) ?? self
    }
}
