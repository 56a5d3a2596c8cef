/// The only JSON parser: checks a whole document and lists its values for a ``JSONTape``.
///
/// Each method starts at ``position`` and leaves it after the part that it read. An error is
/// reported at the first byte that is not valid JSON.
struct JSONReader: ~Copyable {
    private let start: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>
    /// The next byte to read.
    var position: UnsafePointer<UInt8>
    /// Whether numbers out of range are rounded instead of rejected.
    let roundsNumbers: Bool
    private(set) var entries: [JSONTape.Entry] = []
    /// The buffer for strings with decoded escapes.
    private var room: UnsafeMutablePointer<UInt8>?
    private var roomEnd: UnsafeMutablePointer<UInt8>?

    private init(
        start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, roundsNumbers: Bool
    ) {
        self.start = start
        self.end = end
        self.roundsNumbers = roundsNumbers
        position = start
        entries.reserveCapacity(min((end - start) / 8 + 8, 1 << 16))
    }

    deinit { room?.deallocate() }

    /// Parses one value and lends its tape to `body`.
    ///
    /// The tape is invalid after the call.
    static func read<Result>(
        _ bytes: UnsafeBufferPointer<UInt8>, roundsNumbers: Bool = false,
        _ body: (JSONTape) -> Result
    ) throws(JSONError) -> Result {
        guard let start = bytes.baseAddress else {
            throw JSONError(
                kind: .empty, message: emptyMessage, line: 1, column: 1, byteOffset: 0)
        }
        var reader = JSONReader(
            start: start, end: start + bytes.count, roundsNumbers: roundsNumbers)
        try reader.readDocument()
        return reader.lend(to: body)
    }

    private borrowing func lend<Result>(to body: (JSONTape) -> Result) -> Result {
        entries.withUnsafeBufferPointer { body(JSONTape($0)) }
    }

    private static let emptyMessage = "The input is empty."

    private mutating func readDocument() throws(JSONError) {
        if UnsafeBufferPointer(start: start, count: end - start).starts(with: [0xEF, 0xBB, 0xBF]) {
            throw fault(
                .byteOrderMark, "The input begins with a byte order mark, which is not allowed.",
                at: start)
        }
        skipSpace()
        guard position < end else { throw fault(.empty, Self.emptyMessage, at: start) }
        try readValues()
        skipSpace()
        guard position == end else {
            guard lengthOfCharacter > 0 else { throw notUTF8() }
            throw fault(.followed, "Extra data follows the value.", at: position)
        }
    }

    /// Reads a value and its contents without recursion, since some threads have small stacks.
    private mutating func readValues() throws(JSONError) {
        var open: [JSONContainer] = []
        try readValue(expected: "a value", in: &open)
        while let last = open.indices.last {
            skipSpace()
            switch open[last].kind {
            case .array: try readItem(in: &open)
            default: try readMember(in: &open)
            }
        }
    }

    /// Reads a value.
    ///
    /// For an array or object, reads only the opening bracket.
    private mutating func readValue(
        expected: StaticString, in open: inout [JSONContainer]
    ) throws(JSONError) {
        guard position < end else { throw unexpected(expected) }
        switch position.pointee {
        case UInt8(ascii: "\""): try readText()
        case UInt8(ascii: "{"): try begin(.object, in: &open)
        case UInt8(ascii: "["): try begin(.array, in: &open)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            append(try readNumber())
        case UInt8(ascii: "t"): try readWord("true", .yes, expected)
        case UInt8(ascii: "f"): try readWord("false", .no, expected)
        case UInt8(ascii: "n"): try readWord("null", .null, expected)
        default: throw unexpected(expected)
        }
    }

    private mutating func readWord(
        _ word: StaticString, _ kind: JSONTape.Kind, _ expected: StaticString
    ) throws(JSONError) {
        let start = position
        for index in 0..<word.utf8CodeUnitCount {
            guard position < end else { throw unexpected(expected) }
            guard position.pointee == word.utf8Start[index] else {
                position = start
                throw unexpected(expected)
            }
            position += 1
        }
        append(JSONTape.Entry(kind))
    }

    private mutating func begin(
        _ kind: JSONTape.Kind, in open: inout [JSONContainer]
    ) throws(JSONError) {
        guard open.count < JSONValue.maximumDepth else {
            throw fault(
                .depth, "The input is nested more than \(JSONValue.maximumDepth) levels deep.",
                at: position)
        }
        position += 1
        open.append(JSONContainer(kind, entry: entries.count))
        // The entry is completed when the end of the container is known.
        append(JSONTape.Entry(kind))
    }

    private mutating func end(_ container: JSONContainer?) {
        guard let container else { return }
        entries[container.entry] = JSONTape.Entry(
            container.kind, count: container.count, UInt64(entries.count))
    }

    /// Reads the next item of the innermost array, or its closing bracket.
    private mutating func readItem(in open: inout [JSONContainer]) throws(JSONError) {
        let last = open.count - 1
        if take(UInt8(ascii: "]")) { return end(open.popLast()) }
        let isFirst = open[last].count == 0
        if !isFirst {
            guard take(UInt8(ascii: ",")) else {
                throw unexpected("a comma or “]” after the value")
            }
            skipSpace()
        }
        open[last].add()
        try readValue(
            expected: isFirst ? "a value or “]”" : "a value after the comma", in: &open)
    }

    /// Reads the next member of the innermost object, or its closing brace.
    private mutating func readMember(in open: inout [JSONContainer]) throws(JSONError) {
        let last = open.count - 1
        if take(UInt8(ascii: "}")) { return end(open.popLast()) }
        let isFirst = open[last].count == 0
        if !isFirst {
            guard take(UInt8(ascii: ",")) else {
                throw unexpected("a comma or “}” after the value")
            }
            skipSpace()
        }
        let start = position
        guard position < end, position.pointee == UInt8(ascii: "\"") else {
            throw unexpected(
                isFirst
                    ? "a key in double quotes or “}”" : "a key in double quotes after the comma")
        }
        try readText()
        if let key = entries.last {
            guard !key.text.contains(0) else {
                throw fault(.syntax, "A key contains U+0000.", at: start)
            }
            guard open[last].add(key: key, in: entries) else {
                throw fault(.duplicateKey, "An object contains the same key twice.", at: start)
            }
        }
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw unexpected("a colon after the key") }
        skipSpace()
        try readValue(expected: "a value after the colon", in: &open)
    }

    mutating func append(_ entry: JSONTape.Entry) { entries.append(entry) }

    mutating func skipSpace() {
        while position < end {
            switch position.pointee {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }

    /// Consumes the next byte if it equals `byte`.
    mutating func take(_ byte: UInt8) -> Bool {
        guard position < end, position.pointee == byte else { return false }
        position += 1
        return true
    }
}

extension JSONReader {
    /// Returns space for a string with decoded escapes, which is never longer than the encoded
    /// form.
    ///
    /// The first allocation is large enough for the rest of the document, so strings never move.
    mutating func beginUnescaped(from start: UnsafePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        if let roomEnd { return roomEnd }
        let room = UnsafeMutablePointer<UInt8>.allocate(capacity: end - start)
        self.room = room
        return room
    }

    /// Reserves the bytes written up to `end`.
    mutating func endUnescaped(at end: UnsafeMutablePointer<UInt8>) { roomEnd = end }
}

// MARK: Faults

extension JSONReader {
    /// Returns an error at a byte.
    ///
    /// All bytes before it must be valid UTF-8.
    func fault(
        _ kind: JSONError.Kind, _ message: String, at place: UnsafePointer<UInt8>
    ) -> JSONError {
        var line = 1
        var column = 1
        for byte in UnsafeBufferPointer(start: start, count: place - start) {
            if byte == 0x0A {
                line += 1
                column = 1
            } else if !Self.isContinuation(byte) {
                column += 1
            }
        }
        return JSONError(
            kind: kind, message: message, line: line, column: column, byteOffset: place - start)
    }

    /// Returns the error reported when the next byte is not the expected one.
    func unexpected(_ expected: StaticString) -> JSONError {
        guard position < end else {
            return fault(.unfinished, "The input ends too early.", at: end)
        }
        let length = lengthOfCharacter
        guard length > 0 else { return notUTF8() }
        let character = String(
            decoding: UnsafeBufferPointer(start: position, count: length), as: UTF8.self)
        return fault(
            .syntax, "Expected \(expected), not \(Self.shown(character)).", at: position)
    }

    func notUTF8() -> JSONError { fault(.notUTF8, "The input is not UTF-8.", at: position) }

    /// Returns a character as shown in messages: quoted if it is visible ASCII, otherwise its code
    /// point.
    static func shown(_ character: String) -> String {
        character.unicodeScalars.map { scalar in
            if (0x21..<0x7F).contains(scalar.value) { return "“\(scalar)”" }
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
        }.joined()
    }
}
