/// A value that fills a placeholder or selects a plural form.
///
/// Literals are arguments: `strings["Step %d of %d", 1, 3]`.
public enum Argument: Sendable, Hashable {
    /// A text.
    case text(String)
    /// A whole number.
    case integer(Int64)
    /// A number with a fraction.
    case real(Double)
    /// True or false.
    case bool(Bool)
    /// No value: an argument that is there and says nothing.
    case null
    /// Several values in order.
    case list([Argument])
    /// Values by name, which a placeholder reaches by a path, as in `{{user.name}}`.
    case object([String: Argument])

    /// A whole number of any type; one beyond 64 bits becomes a ``real(_:)``.
    public init(_ number: some BinaryInteger) {
        self = Int64(exactly: number).map(Argument.integer) ?? .real(Double(number))
    }

    /// A number with a fraction.
    public init(_ number: some BinaryFloatingPoint) { self = .real(Double(number)) }

    /// A text.
    public init(_ text: some StringProtocol) { self = .text(String(text)) }

    /// An argument of `String(format:)`; one that is neither a number nor a text is described, and no memory is read.
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
    /// A text.
    public init(stringLiteral value: String) { self = .text(value) }
}

extension Argument: ExpressibleByIntegerLiteral {
    /// A whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension Argument: ExpressibleByFloatLiteral {
    /// A number with a fraction.
    public init(floatLiteral value: Double) { self = .real(value) }
}

extension Argument: ExpressibleByBooleanLiteral {
    /// True or false.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension Argument: ExpressibleByArrayLiteral {
    /// Several values in order.
    public init(arrayLiteral elements: Argument...) { self = .list(elements) }
}

extension Argument: ExpressibleByDictionaryLiteral {
    /// Values by name; of a name that stands twice the last counts.
    public init(dictionaryLiteral elements: (String, Argument)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}
