/// A JSON value (RFC 8259).
///
/// Texts are compared by their bytes.
public enum JSONValue: Sendable, Hashable {
    /// The word `null`.
    case null
    /// The words `true` and `false`.
    case bool(Bool)
    /// A number written without fraction and exponent.
    case integer(Int64)
    /// A number written with a fraction or an exponent.
    case real(Double)
    /// A text.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// Members by name.
    case object(JSONObject)

    /// The text of a text.
    public var stringValue: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number of an integer.
    public var integerValue: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }

    /// The truth of `true` and `false`.
    public var boolValue: Bool? {
        if case .bool(let truth) = self { truth } else { nil }
    }

    /// The values of a list.
    public var arrayValue: [JSONValue]? {
        if case .array(let values) = self { values } else { nil }
    }

    /// The members of an object.
    public var objectValue: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// Compares by bytes.
    public static func == (a: JSONValue, b: JSONValue) -> Bool {
        switch (a, b) {
        case (.null, .null): true
        case (.bool(let x), .bool(let y)): x == y
        case (.integer(let x), .integer(let y)): x == y
        case (.real(let x), .real(let y)): x == y
        case (.string(let x), .string(let y)): x.isBytewiseEqual(to: y)
        case (.array(let x), .array(let y)): x == y
        case (.object(let x), .object(let y)): x == y
        default: false
        }
    }

    /// Feeds the bytes that are compared.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let truth): hasher.combine(truth)
        case .integer(let number): hasher.combine(number)
        case .real(let number): hasher.combine(number)
        case .string(let text): text.feedBytes(to: &hasher)
        case .array(let values): hasher.combine(values)
        case .object(let object): hasher.combine(object)
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
    /// Takes a literal.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Takes a literal.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Takes a literal.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Takes a literal.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}
