import Checks
import Texts
import Translation

/// Shorthand for values and for running one check.
func plural(_ cases: KeyValuePairs<String, String>, argument: String? = nil) -> Value {
    choice(.plural, cases, argument: argument)
}

func choice(
    _ selector: Value.Selector, _ cases: KeyValuePairs<String, String>, argument: String? = nil
) -> Value {
    let items = cases.map { Value.Case($0.key, Value($0.value)) }
    return Value.Choice(by: selector, argument: argument, cases: items).map(Value.choice)
        ?? .list([])
}

func findings(
    _ check: String, _ source: Value, _ target: Value, plurals: [String] = ["one", "other"],
    ordinals: [String] = ["other"], limit: CheckSubject.Limit? = nil
) -> [Finding] {
    Checks.common.findings(
        in: CheckSubject(
            source: source, target: target,
            categories: PluralCategories(cardinal: plurals, ordinal: ordinals), limit: limit
        )
    ).filter { $0.check == check }
}
