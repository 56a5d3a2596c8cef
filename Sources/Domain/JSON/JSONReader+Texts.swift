extension JSONReader {
    /// Reads a string, starting at its quotation mark.
    mutating func readText() throws(JSONError) {
        position += 1
        let start = position
        try skipPlain()
        if take(UInt8(ascii: "\"")) {
            append(JSONTape.Entry(text: start, count: position - 1 - start))
        } else {
            try readUnescaped(from: start)
        }
    }

    /// Reads the rest of a string, and writes the whole string with its escapes decoded.
    ///
    /// The part from `start` to ``position``, which was already read, contains no escapes.
    private mutating func readUnescaped(from start: UnsafePointer<UInt8>) throws(JSONError) {
        let text = beginUnescaped(from: start)
        var target = text
        var run = start
        while true {
            target.update(from: run, count: position - run)
            target += position - run
            guard position < end else { throw unexpected("the end of the string") }
            switch position.pointee {
            case UInt8(ascii: "\""):
                position += 1
                endUnescaped(at: target)
                return append(JSONTape.Entry(text: text, count: target - text))
            case UInt8(ascii: "\\"): try readEscape(to: &target)
            default:
                let character = Self.shown(String(UnicodeScalar(position.pointee)))
                throw fault(
                    .syntax, "A string contains \(character), which must be escaped.", at: position)
            }
            run = position
            try skipPlain()
        }
    }

    private mutating func readEscape(
        to target: inout UnsafeMutablePointer<UInt8>
    ) throws(JSONError) {
        let start = position
        position += 1
        guard position < end else { throw unexpected("an escape") }
        let letter = position.pointee
        if letter == UInt8(ascii: "u") {
            position += 1
            let scalar = try readScalar(from: start)
            for byte in scalar.utf8 {
                target.pointee = byte
                target += 1
            }
            return
        }
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): target.pointee = letter
        case UInt8(ascii: "b"): target.pointee = 0x08
        case UInt8(ascii: "f"): target.pointee = 0x0C
        case UInt8(ascii: "n"): target.pointee = 0x0A
        case UInt8(ascii: "r"): target.pointee = 0x0D
        case UInt8(ascii: "t"): target.pointee = 0x09
        default: throw unexpected("one of “\"\\/bfnrtu” after the backslash")
        }
        target += 1
        position += 1
    }

    /// Reads the four digits after `\u`, and the second escape of a surrogate pair.
    private mutating func readScalar(
        from escape: UnsafePointer<UInt8>
    ) throws(JSONError) -> UnicodeScalar {
        let unit = try readHexadecimal()
        if let scalar = UnicodeScalar(unit) { return scalar }
        var low: UInt32 = 0
        if unit < 0xDC00, end - position >= 2, position[0] == UInt8(ascii: "\\"),
            position[1] == UInt8(ascii: "u")
        {
            position += 2
            low = try readHexadecimal()
        }
        guard (0xDC00..<0xE000).contains(low),
            let scalar = UnicodeScalar(0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF)
        else {
            guard position < end else { throw unexpected("the end of the string") }
            throw fault(
                .syntax, "An escape is half of a surrogate pair.", at: escape)
        }
        return scalar
    }

    private mutating func readHexadecimal() throws(JSONError) -> UInt32 {
        var number: UInt32 = 0
        for _ in 0..<4 {
            guard position < end, let digit = Self.hexadecimalDigit(position.pointee) else {
                throw unexpected("four hexadecimal digits after “\\u”")
            }
            number = number << 4 | digit
            position += 1
        }
        return number
    }

    private static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    /// Advances to the next quotation mark, backslash, control character or the end, checking that
    /// the bytes are UTF-8.
    private mutating func skipPlain() throws(JSONError) {
        while true {
            position += JSONBytes.plainCount(position, end)
            guard position < end, position.pointee >= 0x80 else { return }
            repeat {
                let length = lengthOfCharacter
                guard length > 0 else { throw notUTF8() }
                position += length
            } while position < end && position.pointee >= 0x80
        }
    }

    /// The length of the next character in bytes, or 0 if it is not valid UTF-8.
    ///
    /// The ranges are from table 3-7 of
    /// <https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-3/>.
    var lengthOfCharacter: Int {
        let count = end - position
        let second: ClosedRange<UInt8>
        let length: Int
        switch position[0] {
        case 0x00...0x7F: return 1
        case 0xC2...0xDF: (second, length) = (0x80...0xBF, 2)
        case 0xE0: (second, length) = (0xA0...0xBF, 3)
        case 0xED: (second, length) = (0x80...0x9F, 3)
        case 0xE1...0xEF: (second, length) = (0x80...0xBF, 3)
        case 0xF0: (second, length) = (0x90...0xBF, 4)
        case 0xF1...0xF3: (second, length) = (0x80...0xBF, 4)
        case 0xF4: (second, length) = (0x80...0x8F, 4)
        default: return 0
        }
        guard count >= length, second.contains(position[1]),
            length < 3 || Self.isContinuation(position[2]),
            length < 4 || Self.isContinuation(position[3])
        else { return 0 }
        return length
    }

    static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
