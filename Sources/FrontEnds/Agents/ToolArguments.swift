import JSON
import Languages
import Texts
import Translation
import Workspace

/// The arguments of a tool's call.
///
/// Tools take each argument once; any remaining argument is refused as unknown.
struct ToolArguments {
    private var members: [(key: String, value: JSONValue)]
    private let known: [String]

    /// Creates the arguments of a call; throws unless they are an object.
    init(_ value: JSONValue?, of tool: AgentTool) throws(AgentFailure) {
        try self.init(value, known: tool.parameters.map(\.name))
    }

    /// Creates arguments from an object inside other arguments.
    init(_ value: JSONValue?, known: [String]) throws(AgentFailure) {
        self.known = known
        guard let value, value != .null else {
            members = []
            return
        }
        guard let object = value.objectValue else {
            throw AgentFailure(
                code: Self.code, message: "The arguments are not an object.",
                hint: "Send an object with: \(known.joined(separator: ", ")).")
        }
        // Some models send null for what they leave out.
        members = object.members.filter { $0.value != .null }
    }

    static let code = "invalid-arguments"

    /// Removes and returns an argument of any type.
    mutating func value(_ name: String) -> JSONValue? {
        guard let index = members.firstIndex(where: { $0.key == name }) else { return nil }
        return members.remove(at: index).value
    }

    /// Removes and returns a string of at most the given number of bytes.
    mutating func text(_ name: String, upTo limit: Int) throws(AgentFailure) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.stringValue else { throw Self.wrong(name, "a string") }
        guard text.utf8.count <= limit else {
            throw AgentFailure(
                code: Self.code, message: "“\(name)” is longer than \(limit) bytes.",
                hint: "Shorten it.")
        }
        return text
    }

    mutating func requiredText(_ name: String, upTo limit: Int) throws(AgentFailure) -> String {
        guard let text = try text(name, upTo: limit) else { throw missing(name) }
        return text
    }

    /// Removes and returns a string that must be one of the given ones.
    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String
    ) throws(AgentFailure) -> Choice? {
        guard let text = try text(name, upTo: 100) else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        let names = Choice.allCases.map(\.rawValue)
        throw AgentFailure(
            code: Self.code, message: "“\(text)” is not a valid value of “\(name)”.",
            hint: "Valid values: \(names.joined(separator: ", ")).",
            nearest: NearestMatches.of(text, among: names))
    }

    /// Removes and returns a Boolean; false if it is absent.
    mutating func flag(_ name: String) throws(AgentFailure) -> Bool {
        guard let value = value(name) else { return false }
        guard let flag = value.boolValue else { throw Self.wrong(name, "true or false") }
        return flag
    }

    mutating func number(
        _ name: String, in range: ClosedRange<Int>
    ) throws(AgentFailure) -> Int? {
        guard let value = value(name) else { return nil }
        guard let number = value.integerValue.flatMap({ Int(exactly: $0) }), range.contains(number)
        else {
            throw Self.wrong(
                name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Removes and returns a list of 1 to ``AgentLimits/items`` values.
    mutating func items(_ name: String) throws(AgentFailure) -> [JSONValue] {
        guard let value = value(name) else { throw missing(name) }
        guard let items = value.arrayValue, !items.isEmpty else {
            throw Self.wrong(name, "a list with at least one item")
        }
        guard items.count <= AgentLimits.items else {
            throw AgentFailure(
                code: Self.code,
                message: "“\(name)” has \(items.count) items, more than \(AgentLimits.items).",
                hint: "Split the call.")
        }
        return items
    }

    /// Removes and returns a language tag.
    mutating func language(_ name: String = "locale") throws -> LanguageTag? {
        try text(name, upTo: 100).map { try Workspace.language($0, warn: { _ in }) }
    }

    mutating func requiredLanguage() throws -> LanguageTag {
        guard let tag = try language() else { throw missing("locale") }
        return tag
    }

    /// Removes and returns the key of a string, with its section.
    mutating func key(_ limits: AgentLimits) throws(AgentFailure) -> KeyArgument {
        let section = try text("section", upTo: limits.key)
        return KeyArgument(try requiredText("key", upTo: limits.key), section: section)
    }

    /// Removes and returns the text or the tree of texts that the agent translated, if any.
    mutating func source() throws(AgentFailure) -> Value? {
        guard let json = value("source") else { return nil }
        return try Self.text(json, "source")
    }

    private static func text(_ json: JSONValue, _ name: String) throws(AgentFailure) -> Value {
        do throws(EventDecodingError) {
            return try Value(json: json)
        } catch {
            throw AgentFailure(
                code: code, message: "“\(name)” is not a valid text: \(error.description)",
                hint: "Send a string, or an object with the structure of the source text.")
        }
    }

    /// Removes and returns a text or a tree of texts, in the form in which tools return them.
    mutating func value(_ limits: AgentLimits) throws(AgentFailure) -> Value {
        guard let json = value("value") else { throw missing("value") }
        let value = try Self.text(json, "value")
        guard value.texts.reduce(0, { $0 + $1.text.utf8.count }) <= limits.value else {
            throw AgentFailure(
                code: Self.code, message: "The text is longer than \(limits.value) bytes.",
                hint: "Shorten it.")
        }
        return value
    }

    /// Throws if any arguments are left, because they are unknown.
    func finish() throws(AgentFailure) {
        guard let name = members.first?.key else { return }
        let shown = String(name.prefix(40))
        throw AgentFailure(
            code: Self.code, message: "Unknown argument “\(shown)”.",
            hint: "Arguments: \(known.joined(separator: ", ")).",
            nearest: NearestMatches.of(shown, among: known))
    }

    private func missing(_ name: String) -> AgentFailure {
        AgentFailure(
            code: Self.code, message: "The argument “\(name)” is missing.",
            hint: "Arguments: \(known.joined(separator: ", ")).")
    }

    static func wrong(_ name: String, _ what: String) -> AgentFailure {
        AgentFailure(
            code: Self.code, message: "“\(name)” is not \(what).", hint: "Correct it.")
    }
}
