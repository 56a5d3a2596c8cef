/// The reason that bytes are not valid JSON, and its position.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error, for code that suggests a remedy.
    public let kind: Kind
    /// One sentence.
    public let message: String
    /// The line, counted from 1.
    public let line: Int
    /// The column in characters, counted from 1.
    public let column: Int
    /// The position in bytes, counted from 0.
    public let byteOffset: Int

    /// The kinds of error.
    public enum Kind: Hashable, Sendable {
        /// It begins with a byte order mark.
        case byteOrderMark
        /// There is nothing, or nothing but white space.
        case empty
        /// A byte is no UTF-8.
        case notUTF8
        /// It ends within a value.
        case unfinished
        /// Something follows the value.
        case followed
        /// An object has a key twice.
        case duplicateKey
        /// A number does not fit.
        case largeNumber
        /// It is nested too deep.
        case depth
        /// Anything else that JSON does not have.
        case syntax
    }

    /// Creates an error.
    public init(kind: Kind, message: String, line: Int, column: Int, byteOffset: Int) {
        self.kind = kind
        self.message = message
        self.line = line
        self.column = column
        self.byteOffset = byteOffset
    }

    /// Line, column and message.
    public var description: String { "line \(line), column \(column): \(message)" }
}
