/// The line numbers of the keys in JSON objects, in file order.
///
/// The bytes must be valid JSON. The cost is one more pass over the bytes, but only as far as
/// requested.
struct KeyLines {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the line number of the next key.
    mutating func next() -> Int {
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "\"") else {
                advance()
                continue
            }
            let start = line
            passText()
            while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
                advance()
            }
            if position < bytes.count, bytes[position] == UInt8(ascii: ":") { return start }
        }
        return line
    }

    /// Skips the given number of keys.
    mutating func skip(_ count: Int) {
        for _ in 0..<count { _ = next() }
    }

    private mutating func advance() {
        if bytes[position] == 0x0A { line += 1 }
        position += 1
    }

    private mutating func passText() {
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position += 1
    }
}
