import Texts
import Translation

extension SourceShape {
    /// Returns a value completed with source data that a format cannot express.
    ///
    /// This data is the names of selecting arguments, and the order of variables and of cases
    /// without an inherent order. For example, a plural by `count` remains a plural by `count` in
    /// formats whose plurals have no argument name.
    ///
    /// If `namesVariables` is true, the format cannot express the arguments and types of variables
    /// either, and these are also copied.
    func conforming(
        _ value: Value, of string: StringID, namesVariables: Bool = false
    ) -> Value {
        guard let known = values[string] else { return value }
        return Self.conforming(value, to: known, namesVariables)
    }

    private static func conforming(
        _ value: Value, to known: Value, _ namesVariables: Bool
    ) -> Value {
        switch (value, known) {
        case (.choice(let choice), .choice(let known)) where choice.selector == known.selector:
            let argument = choice.argument ?? known.argument
            return .choice(
                conforming(choice, to: known, argument: argument?.string, namesVariables))
        case (.format(let text, let variables), .format(_, let known)):
            let names = known.map(\.name)
            let ordered = sorted(variables, by: names) { $0.name }.map { variable in
                guard let model = known.first(where: { $0.name == variable.name }),
                    model.choice.selector == variable.choice.selector
                else { return variable }
                let named = namesVariables ? model : nil
                let argument = variable.choice.argument ?? named?.choice.argument
                return Value.Variable(
                    name: variable.name.string,
                    spec: variable.spec?.string ?? named?.spec?.string,
                    choice: conforming(
                        variable.choice, to: model.choice, argument: argument?.string,
                        namesVariables))
            }
            return .format(text, ordered)
        default: return value
        }
    }

    private static func conforming(
        _ choice: Value.Choice, to known: Value.Choice, argument: String?,
        _ namesVariables: Bool
    ) -> Value.Choice {
        let cases = choice.cases.map { item in
            let model = known[item.name.string]
            return Value.Case(
                item.name.string,
                model.map { conforming(item.value, to: $0, namesVariables) } ?? item.value)
        }
        let ordered = sorted(cases, by: known.cases.map(\.name)) { $0.name }
        return Value.Choice(by: choice.selector, argument: argument, cases: ordered) ?? choice
    }

    /// Sorts items by the given order of names; items with other names follow at the end.
    private static func sorted<Item>(
        _ items: [Item], by names: [Value.Text], _ name: (Item) -> Value.Text
    ) -> [Item] {
        let ranks = Dictionary(
            zip(names, names.indices), uniquingKeysWith: { first, _ in first })
        return items.enumerated()
            .map { (rank: ranks[name($0.element)] ?? Int.max, offset: $0.offset, item: $0.element) }
            .sorted { ($0.rank, $0.offset) < ($1.rank, $1.offset) }.map(\.item)
    }
}
