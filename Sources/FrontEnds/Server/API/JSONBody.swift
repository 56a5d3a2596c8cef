import JSON
import Texts
import Translation

/// The members of a JSON body.
///
/// Handlers take each member once; any remaining member is rejected as unknown.
struct JSONBody {
    private var members: [String: JSONValue] = [:]
    private var order: [String] = []

    /// Creates a body from an object; throws for any other value.
    init(_ value: JSONValue) throws(Problem) {
        guard let object = value.objectValue else {
            throw Problem(.usage, "The body is not a JSON object.", hint: "Send an object: {…}.")
        }
        for (key, value) in object.members {
            members[key] = value
            order.append(key)
        }
    }

    /// Removes and returns a member of any type.
    mutating func value(_ name: String) -> JSONValue? { members.removeValue(forKey: name) }

    /// Removes and returns a string of at most the given number of bytes.
    mutating func text(_ name: String, upTo limit: Int) throws(Problem) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.stringValue else { throw Self.wrong(name, "a text") }
        guard text.utf8.count <= limit else {
            throw Problem(
                ProblemCode(.invalidValue), "“\(name)” is longer than \(limit) bytes.",
                hint: "Shorten it.")
        }
        return text
    }

    mutating func requiredText(_ name: String, upTo limit: Int) throws(Problem) -> String {
        guard let text = try text(name, upTo: limit) else { throw Self.missing(name) }
        return text
    }

    /// Removes and returns a Boolean; false if it is absent.
    mutating func flag(_ name: String) throws(Problem) -> Bool { try optionalFlag(name) ?? false }

    /// Removes and returns a Boolean; nil if it is absent.
    mutating func optionalFlag(_ name: String) throws(Problem) -> Bool? {
        guard let value = value(name) else { return nil }
        guard let flag = value.boolValue else { throw Self.wrong(name, "true or false") }
        return flag
    }

    /// Removes and returns a whole number; nil if it is absent.
    mutating func number(_ name: String) throws(Problem) -> Int64? {
        guard let value = value(name) else { return nil }
        guard let number = value.integerValue else { throw Self.wrong(name, "a whole number") }
        return number
    }

    /// Removes and returns a list of at most the given number of strings.
    mutating func texts(_ name: String, upTo limit: Int) throws(Problem) -> [String]? {
        guard let value = value(name) else { return nil }
        let items = value.arrayValue ?? []
        let texts = items.compactMap(\.stringValue)
        guard value.arrayValue != nil, texts.count == items.count else {
            throw Self.wrong(name, "a list of strings")
        }
        guard texts.count <= limit else {
            throw Problem(
                ProblemCode(.invalidValue), "“\(name)” contains more than \(limit) items.",
                hint: "Split the request.")
        }
        return texts
    }

    /// Removes and returns a text or a tree of texts, in the format of the log.
    ///
    /// Its texts may have a total size of at most `limit` bytes.
    mutating func translation(_ name: String, upTo limit: Int) throws(Problem) -> Value? {
        guard let json = value(name) else { return nil }
        let value: Value
        do throws(EventDecodingError) {
            value = try Value(json: json)
        } catch {
            throw Problem(
                ProblemCode(.invalidValue), "“\(name)” is not a valid text: \(error.description)",
                hint: "Send a string, or plural forms as the API returns them.")
        }
        guard value.texts.reduce(0, { $0 + $1.text.utf8.count }) <= limit else {
            throw Problem(
                ProblemCode(.invalidValue), "The text is longer than \(limit) bytes.",
                hint: "Shorten it.")
        }
        return value
    }

    /// Throws if any members are left, because they are unknown.
    func finish() throws(Problem) {
        guard let name = order.first(where: { members[$0] != nil }) else { return }
        throw Problem(
            .usage, "Unknown member “\(String(name.prefix(40)))” in the body.",
            hint: "`GET /api/openapi.json` lists the members.")
    }

    static func missing(_ name: String) -> Problem {
        Problem(.usage, "The body lacks the member “\(name)”.", hint: "Add it.")
    }

    private static func wrong(_ name: String, _ what: String) -> Problem {
        Problem(
            .usage, "“\(name)” is not \(what).",
            hint: "`GET /api/openapi.json` describes the body.")
    }
}
