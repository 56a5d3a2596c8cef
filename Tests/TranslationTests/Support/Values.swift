import Texts
import Translation

/// Returns a plural with the given cases.
func plural(_ cases: KeyValuePairs<String, String>) -> Value {
    choice(.plural, cases)
}

/// Returns a choice with the given cases.
func choice(_ selector: Value.Selector, _ cases: KeyValuePairs<String, String>) -> Value {
    let items = cases.map { Value.Case($0.key, Value($0.value)) }
    return Value.Choice(by: selector, cases: items).map(Value.choice) ?? .list([])
}
