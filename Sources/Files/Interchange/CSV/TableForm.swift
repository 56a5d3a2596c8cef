import Texts
import Translation

/// The `form` column, which identifies the part of a string's value that contains the row's text.
///
/// The form is empty if the value is a single text. Otherwise it consists of steps:
///
/// - A plural case is its category or number: `one`, `=0`.
/// - Cases of other choices are preceded by their selector: `ordinal:one`, `select:she`,
///   `device:iphone`. An argument follows the selector in parentheses: `plural(count):one`.
/// - A list item is its number, counted from 1: `#1`.
///
/// Steps into a tree are separated by `/`: `device:iphone/one`.
enum TableForm {
    /// A step from a value to one of its parts.
    enum Step: Hashable {
        case element(Int)
        case branch(Value.Selector, argument: String?, name: String)
    }

    /// Returns the texts of a value with their forms; nil if forms cannot express the value.
    static func texts(of value: Value) -> [(form: String, text: String)]? {
        switch value {
        case .text(let text): return [("", text.string)]
        case .list(let values):
            let parts = values.enumerated().map { ("#\($0 + 1)", $1) }
            return joined(parts)
        case .choice(let choice):
            let isPlain = choice.selector == .plural && choice.argument == nil
            let argument = choice.argument.map { "(\($0.string))" } ?? ""
            let prefix = isPlain ? "" : "\(choice.selector.rawValue)\(argument):"
            return joined(choice.cases.map { (prefix + $0.name.string, $0.value) })
        case .format: return nil
        }
    }

    private static func joined(_ parts: [(String, Value)]) -> [(form: String, text: String)]? {
        var all: [(form: String, text: String)] = []
        for (form, value) in parts {
            guard let texts = texts(of: value) else { return nil }
            all += texts.map {
                (form: $0.form.isEmpty ? form : "\(form)/\($0.form)", text: $0.text)
            }
        }
        return all.isEmpty ? nil : all
    }

    /// Parses a form into steps; returns nil if the form is invalid.
    static func steps(_ form: String) -> [Step]? {
        guard !form.isEmpty else { return [] }
        var steps: [Step] = []
        for part in form.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        {
            guard let step = step(String(Substring(part))) else { return nil }
            steps.append(step)
        }
        return steps.count < Value.maximumDepth ? steps : nil
    }

    private static func step(_ text: String) -> Step? {
        if text.utf8.first == UInt8(ascii: "#") {
            guard let number = Int(Substring(text.utf8.dropFirst())), number > 0 else { return nil }
            return .element(number)
        }
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            return text.isEmpty ? nil : .branch(.plural, argument: nil, name: text)
        }
        var head = Substring(text.utf8[..<colon])
        let name = String(Substring(text.utf8[text.utf8.index(after: colon)...]))
        var argument: String?
        if head.utf8.last == UInt8(ascii: ")"),
            let open = head.utf8.firstIndex(of: UInt8(ascii: "("))
        {
            argument = String(Substring(head.utf8[head.utf8.index(after: open)...].dropLast()))
            head = head[..<open]
        }
        guard let selector = Value.Selector(rawValue: String(head)) else { return nil }
        return .branch(selector, argument: argument, name: name)
    }

    /// Combines texts and their steps into a value; returns nil if they do not form a valid value.
    static func value(of texts: [(steps: ArraySlice<Step>, text: String)]) -> Value? {
        guard let first = texts.first else { return nil }
        guard let step = first.steps.first else {
            return texts.count == 1 ? Value(first.text) : nil
        }
        var order: [Step] = []
        var parts: [Step: [(steps: ArraySlice<Step>, text: String)]] = [:]
        for (steps, text) in texts {
            guard let next = steps.first else { return nil }
            if parts[next] == nil { order.append(next) }
            parts[next, default: []].append((steps.dropFirst(), text))
        }
        switch step {
        case .element:
            var values: [Value] = []
            for (index, step) in order.enumerated() {
                guard step == .element(index + 1), let value = value(of: parts[step] ?? []) else {
                    return nil
                }
                values.append(value)
            }
            return .list(values)
        case .branch(let selector, let argument, _):
            var cases: [Value.Case] = []
            for step in order {
                guard case .branch(selector, argument, let name) = step,
                    let value = value(of: parts[step] ?? [])
                else { return nil }
                cases.append(Value.Case(name, value))
            }
            return Value.Choice(by: selector, argument: argument, cases: cases)
                .map { .choice($0) }
        }
    }
}
