import JSON
import Texts
import Translation

/// A text in a value, with its path in the value.
///
/// An example of a path is `plural.one`. The path is empty if the value is a single text.
struct ValueUnit {
    let path: String
    let text: String
}

/// Converts values to lists of texts and back, for formats whose units are texts.
///
/// Paths have the same form as Xcode's paths in XLIFF, such as `device.mac.plural.one` and
/// `substitutions.files.plural.other`. The paths `list.0`, `ordinal.one` and `select.female` are
/// modeled on them. The text of a format has the same path as the format.
enum ValueUnits {
    /// The reason why texts do not form a value.
    struct Fault: Error {
        let sentence: String
    }

    private static let list = "list"
    private static let substitutions = "substitutions"

    /// Returns whether a text is the path of a text in a value.
    static func isPath(_ text: Substring) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, let first = parts.first, parts.allSatisfy({ !$0.isEmpty }) else {
            return false
        }
        return Value.Selector(rawValue: String(first)) != nil || first == list
            || first == substitutions
    }

    // MARK: Taking apart

    /// Returns the texts in a value.
    ///
    /// Throws an error for names that cannot be part of a path.
    static func units(of value: Value) throws(UnwritableReason) -> [ValueUnit] {
        var units: [ValueUnit] = []
        try add(value, path: "", to: &units)
        return units
    }

    private static func add(
        _ value: Value, path: String, to units: inout [ValueUnit]
    ) throws(UnwritableReason) {
        switch value {
        case .text(let text): units.append(ValueUnit(path: path, text: text.string))
        case .list(let values):
            guard !values.isEmpty else { throw UnwritableReason("An empty list has no units.") }
            for (index, item) in values.enumerated() {
                try add(item, path: joined(path, "\(list).\(index)"), to: &units)
            }
        case .choice(let choice): try add(choice, path: path, to: &units)
        case .format(let text, let variables):
            guard !variables.isEmpty, Set(variables.map(\.name)).count == variables.count else {
                throw UnwritableReason(
                    "The text is a format string without variables, or has the same variable twice."
                )
            }
            units.append(ValueUnit(path: path, text: text.string))
            for variable in variables {
                let name = try name(variable.name.string)
                try add(
                    variable.choice, path: joined(path, "\(substitutions).\(name)"), to: &units)
            }
        }
    }

    private static func add(
        _ choice: Value.Choice, path: String, to units: inout [ValueUnit]
    ) throws(UnwritableReason) {
        for item in choice.cases {
            let name = try name(item.name.string)
            try add(
                item.value, path: joined(path, "\(choice.selector.rawValue).\(name)"), to: &units)
        }
    }

    private static func joined(_ path: String, _ rest: String) -> String {
        path.isEmpty ? rest : path + "." + rest
    }

    private static func name(_ name: String) throws(UnwritableReason) -> String {
        guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: ".")),
            !name.utf8.contains(UInt8(ascii: "|"))
        else {
            throw UnwritableReason("In this format, a case or variable cannot be named “\(name)”.")
        }
        return name
    }

    /// Returns the source text that corresponds to a path.
    ///
    /// This is the text with the same path, or else the text of the form `other`, or else the last
    /// text.
    static func source(of path: String, in units: [ValueUnit]) -> String {
        if let same = units.first(where: { $0.path == path }) { return same.text }
        var parts = path.split(separator: ".").map(String.init)
        for index in parts.indices.dropFirst()
        where ["plural", "ordinal"].contains(parts[index - 1]) { parts[index] = "other" }
        let other = parts.joined(separator: ".")
        return (units.first { $0.path == other } ?? units.last)?.text ?? ""
    }

    // MARK: Putting together

    /// Combines texts into a value.
    static func value(of units: [ValueUnit]) throws(Fault) -> Value {
        let root = Node()
        for unit in units {
            var node = root
            for part in unit.path.split(separator: ".") { node = node.child(String(part)) }
            guard node.text == nil else {
                throw Fault(sentence: "The form “\(unit.path)” appears twice.")
            }
            node.text = unit.text
        }
        let value = try root.value()
        guard value.depth <= Value.maximumDepth else {
            throw Fault(sentence: "The forms are nested too deeply.")
        }
        return value
    }

    private final class Node {
        var text: String?
        private var children: [(name: String, node: Node)] = []

        func child(_ name: String) -> Node {
            if let found = children.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
                return found.node
            }
            let node = Node()
            children.append((name, node))
            return node
        }

        func value() throws(Fault) -> Value {
            guard let (kind, inner) = children.first else {
                guard let text else { throw Fault(sentence: "A form has no text.") }
                return Value(text)
            }
            guard children.count == 1 else {
                throw Fault(sentence: "The forms are of several kinds.")
            }
            if kind == ValueUnits.substitutions, let text {
                var variables: [Value.Variable] = []
                for (name, node) in inner.children {
                    variables.append(Value.Variable(name: name, choice: try node.choice()))
                }
                return .format(Value.Text(text), variables)
            }
            guard text == nil else {
                throw Fault(sentence: "The string has both a text and forms.")
            }
            guard kind == ValueUnits.list else { return .choice(try choice()) }
            var values: [Value] = []
            for (index, child) in inner.children.enumerated() {
                guard child.name == String(index) else {
                    throw Fault(sentence: "The list lacks an item, or its items are out of order.")
                }
                values.append(try child.node.value())
            }
            return .list(values)
        }

        private func choice() throws(Fault) -> Value.Choice {
            guard children.count == 1, text == nil, let (kind, inner) = children.first,
                let selector = Value.Selector(rawValue: kind)
            else { throw Fault(sentence: "A choice is of an unknown kind.") }
            var cases: [Value.Case] = []
            for (name, node) in inner.children { cases.append(Value.Case(name, try node.value())) }
            guard let choice = Value.Choice(by: selector, cases: cases) else {
                throw Fault(
                    sentence:
                        "A form of a plural is not one of zero, one, two, few, many, other and =N.")
            }
            return choice
        }
    }
}
