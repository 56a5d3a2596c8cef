import JSON
import Texts
import Translation

/// A string's entry in a catalog for one language.
struct XCStringsLocalization {
    /// The states of the texts in file order, each with the text's path, such as `plural.one`.
    private(set) var states: [(path: String, state: String)] = []
    /// The names of unknown members.
    private(set) var unknown: [String] = []
    private(set) var value = Value("")

    /// The reason why a localization cannot be read.
    struct Fault: Error {
        let sentence: String

        init(_ sentence: String) { self.sentence = sentence }
    }

    private static let selectors: [(name: String, selector: Value.Selector)] = [
        ("plural", .plural), ("device", .device), ("width", .width),
    ]

    init(_ json: JSONValue) throws(Fault) {
        let object = try Self.object(json, "The localization")
        let variables = try object["substitutions"].map { json throws(Fault) in
            try readVariables(json)
        }
        let text = try node(object, path: "", isTop: true)
        value = variables.map { Self.adding($0, to: text) } ?? text
        guard value.depth <= Value.maximumDepth else {
            throw Fault("The variations are nested too deeply.")
        }
    }

    /// The state that all texts have in common, if any.
    var commonState: String? {
        guard let first = states.first?.state else { return nil }
        return states.allSatisfy { $0.state == first } ? first : nil
    }

    private static func object(_ json: JSONValue, _ what: String) throws(Fault) -> JSONObject {
        guard let object = json.objectValue else { throw Fault("\(what) is not an object.") }
        return object
    }

    private mutating func node(
        _ object: JSONObject, path: String, isTop: Bool = false
    ) throws(Fault) -> Value {
        let kinds = ["stringUnit", "stringSet", "variations"]
        note(object, known: kinds + (isTop ? ["substitutions"] : []))
        let found = kinds.filter { object[$0] != nil }
        guard found.count == 1, let kind = found.first, let content = object[kind] else {
            throw Fault(
                found.isEmpty
                    ? "The localization has neither a text nor variations."
                    : "The localization has both a text and variations.")
        }
        switch kind {
        case "stringUnit":
            let unit = try Self.object(content, "The “stringUnit”")
            note(unit, known: ["state", "value"])
            guard let text = unit["value"]?.stringValue else {
                throw Fault("The “stringUnit” has no “value”.")
            }
            states.append((path, unit["state"]?.stringValue ?? XCStringsState.translated))
            return Value(text)
        case "stringSet":
            let set = try Self.object(content, "The “stringSet”")
            note(set, known: ["state", "values"])
            let texts = set["values"]?.arrayValue ?? []
            states.append((path, set["state"]?.stringValue ?? XCStringsState.translated))
            return .list(
                try texts.map { json throws(Fault) in
                    guard let text = json.stringValue else {
                        throw Fault("The “stringSet” contains something other than texts.")
                    }
                    return Value(text)
                })
        default: return .choice(try choice(content, path: path))
        }
    }

    private mutating func choice(
        _ json: JSONValue, path: String, argument: String? = nil
    ) throws(Fault) -> Value.Choice {
        let object = try Self.object(json, "The member “variations”")
        guard object.members.count == 1, let (name, content) = object.members.first,
            let selector = Self.selectors.first(where: { $0.name == name })?.selector
        else { throw Fault("The variations are by something other than plural, device or width.") }
        var cases: [Value.Case] = []
        for (label, json) in try Self.object(content, "The member “\(name)”").members {
            let child = try Self.object(json, "The variation “\(label)”")
            let below = (path.isEmpty ? "" : path + ".") + "\(name).\(label)"
            cases.append(Value.Case(label, try node(child, path: below)))
        }
        guard let choice = Value.Choice(by: selector, argument: argument, cases: cases) else {
            throw Fault(
                cases.isEmpty
                    ? "The variations are empty."
                    : "A variation by plural is not one of zero, one, two, few, many and other.")
        }
        return choice
    }

    private mutating func readVariables(_ json: JSONValue) throws(Fault) -> [Value.Variable] {
        var variables: [Value.Variable] = []
        for (name, json) in try Self.object(json, "The member “substitutions”").members {
            let object = try Self.object(json, "The substitution “\(name)”")
            note(object, known: ["argNum", "formatSpecifier", "variations"])
            guard let variations = object["variations"] else {
                throw Fault("The substitution “\(name)” has no variations.")
            }
            let choice = try choice(
                variations, path: "substitutions.\(name)",
                argument: object["argNum"]?.integerValue.map { String($0) })
            variables.append(
                Value.Variable(
                    name: name, spec: object["formatSpecifier"]?.stringValue, choice: choice))
        }
        return variables
    }

    /// Returns a value whose texts are formats that share the same variables.
    private static func adding(_ variables: [Value.Variable], to value: Value) -> Value {
        guard !variables.isEmpty else { return value }
        switch value {
        case .text(let text): return .format(text, variables)
        case .choice(let choice):
            let cases = choice.cases.map {
                Value.Case($0.name.string, adding(variables, to: $0.value))
            }
            let copy = Value.Choice(
                by: choice.selector, argument: choice.argument?.string, cases: cases)
            return copy.map { .choice($0) } ?? value
        case .list, .format: return value
        }
    }

    private mutating func note(_ object: JSONObject, known: [String]) {
        unknown += object.members.map(\.key).filter { !known.contains($0) }
    }
}

/// The states that texts in catalogs can have.
enum XCStringsState {
    static let new = "new"
    static let translated = "translated"
    static let needsReview = "needs_review"

    /// Returns the states to store in `meta`, or nil if all states are `usual`.
    static func meta(
        of states: [(path: String, state: String)], usual: String
    ) -> JSONValue? {
        guard states.contains(where: { $0.state != usual }) else { return nil }
        if let first = states.first?.state, states.allSatisfy({ $0.state == first }) {
            return .string(first)
        }
        return .object { object in
            for (path, state) in states where state != usual {
                // The same path can occur twice only if names contain dots.
                guard !object.members.contains(where: { $0.key == path }) else { continue }
                object.add(path, state)
            }
        }
    }

    /// Returns the state stored in `meta` for a path, or `usual` if there is none.
    static func state(at path: String, in meta: JSONValue?, usual: String) -> String {
        meta?.stringValue ?? meta?.objectValue?[path]?.stringValue ?? usual
    }
}
