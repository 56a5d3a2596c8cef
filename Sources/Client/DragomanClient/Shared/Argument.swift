/// A value that fills a placeholder or selects a plural form.
///
/// Literals can be used as arguments: `strings["Step %d of %d", 1, 3]`.
public enum Argument: Sendable, Hashable {
    /// A text.
    case text(String)
    /// A whole number.
    case integer(Int64)
    /// A number with a fraction.
    case real(Double)
    /// True or false.
    case bool(Bool)
    /// An explicit null: the argument is present but has no value.
    case null
    /// Several values in order.
    case list([Argument])
    /// Values by name, to which a placeholder refers with a path such as `{{user.name}}`.
    case object([String: Argument])

    /// Creates a whole number from any integer type.
    ///
    /// A number beyond 64 bits becomes a ``real(_:)``.
    public init(_ number: some BinaryInteger) {
        self = Int64(exactly: number).map(Argument.integer) ?? .real(Double(number))
    }

    /// Creates a number with a fraction.
    public init(_ number: some BinaryFloatingPoint) { self = .real(Double(number)) }

    /// Creates a text.
    public init(_ text: some StringProtocol) { self = .text(String(text)) }

    /// Converts an argument for `String(format:)`.
    ///
    /// An argument that is neither a number, a Boolean nor a text is converted to its description.
    /// Memory that it points to is not read.
    init(formatted argument: any CVarArg) {
        switch argument {
        case let number as any BinaryInteger: self.init(number)
        case let number as any BinaryFloatingPoint: self.init(number)
        case let flag as Bool where type(of: argument) == Bool.self: self = .bool(flag)
        case let text as any StringProtocol: self.init(text)
        default: self = .text(String(describing: argument))
        }
    }
}

extension Argument: ExpressibleByStringInterpolation {
    /// Creates a text.
    public init(stringLiteral value: String) { self = .text(value) }
}

extension Argument: ExpressibleByIntegerLiteral {
    /// Creates a whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension Argument: ExpressibleByFloatLiteral {
    /// Creates a number with a fraction.
    public init(floatLiteral value: Double) { self = .real(value) }
}

extension Argument: ExpressibleByBooleanLiteral {
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension Argument: ExpressibleByArrayLiteral {
    /// Creates a list of values.
    public init(arrayLiteral elements: Argument...) { self = .list(elements) }
}

extension Argument: ExpressibleByDictionaryLiteral {
    /// Creates values by name.
    ///
    /// If a name occurs twice, the last value is used.
    public init(dictionaryLiteral elements: (String, Argument)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}
