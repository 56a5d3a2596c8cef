/// Why bytes are no JSON, and where.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence.
    public let message: String
    /// The line, counted from 1.
    public let line: Int
    /// The column in characters, counted from 1.
    public let column: Int
    /// The position in bytes, counted from 0.
    public let byteOffset: Int

    /// States a fault.
    public init(message: String, line: Int, column: Int, byteOffset: Int) {
        self.message = message
        self.line = line
        self.column = column
        self.byteOffset = byteOffset
    }

    /// Line, column and message.
    public var description: String { "line \(line), column \(column): \(message)" }
}
