/// An error that describes why bytes are not valid JSON, with the position.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error, for code that suggests a remedy.
    public let kind: Kind
    /// A one-sentence description.
    public let message: String
    /// The line, counted from 1.
    public let line: Int
    /// The column in characters, counted from 1.
    public let column: Int
    /// The position in bytes, counted from 0.
    public let byteOffset: Int

    /// The kinds of error.
    public enum Kind: Hashable, Sendable {
        /// The input begins with a byte order mark.
        case byteOrderMark
        /// The input is empty, or contains only white space.
        case empty
        /// The input is not valid UTF-8.
        case notUTF8
        /// The input ends inside a value.
        case unfinished
        /// The input continues after the value.
        case followed
        /// An object contains the same key twice.
        case duplicateKey
        /// A number is out of range.
        case largeNumber
        /// The input is nested too deeply.
        case depth
        /// Any other syntax error.
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

    /// The line, column and message.
    public var description: String { "line \(line), column \(column): \(message)" }
}
