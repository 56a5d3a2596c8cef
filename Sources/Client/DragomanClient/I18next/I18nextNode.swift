import JSON

/// A value in a namespace.
///
/// The members of an object are looked up by hash.
enum I18nextNode: Sendable {
    case null
    case text(String)
    /// A number or Boolean as text, and whether it is falsy in JavaScript.
    case word(String, isFalse: Bool)
    case list([I18nextNode])
    case object([ExactText: I18nextNode])

    /// Converts a JSON value.
    init(_ value: JSONValue) {
        switch value {
        case .null: self = .null
        case .bool(let truth): self = .word(truth ? "true" : "false", isFalse: !truth)
        case .integer(let number): self = .word(String(number), isFalse: number == 0)
        case .real(let number): self = .word(JavaScript.text(number), isFalse: number == 0)
        case .string(let text): self = .text(text)
        case .array(let values): self = .list(values.map(I18nextNode.init))
        case .object(let object):
            var members: [ExactText: I18nextNode] = [:]
            members.reserveCapacity(object.members.count)
            for member in object.members { members[ExactText(member.key)] = Self(member.value) }
            self = .object(members)
        }
    }

    /// True if the value is truthy in JavaScript.
    var isTruthy: Bool {
        switch self {
        case .null: false
        case .text(let text): !text.isEmpty
        case .word(_, let isFalse): !isFalse
        case .list, .object: true
        }
    }

    /// Returns a member of an object or an element of a list.
    subscript(name: String) -> I18nextNode? {
        switch self {
        case .object(let members): return members[ExactText(name)]
        case .list(let items):
            guard let index = Int(name), items.indices.contains(index), String(index) == name
            else { return nil }
            return items[index]
        case .null, .text, .word: return nil
        }
    }

    /// The text that JavaScript produces for the value when it joins a list.
    var joinedText: String {
        switch self {
        case .null: ""
        case .text(let text): text
        case .word(let word, _): word
        case .list(let items): items.map(\.joinedText).joined(separator: ",")
        case .object: "[object Object]"
        }
    }
}
