import Translation

/// Reads the statements in a `.strings` file, such as `"key" = "value";`.
///
/// The file is an old-style property list and is read as CoreFoundation reads it. The cost is
/// linear.
struct OldPropertyList {
    /// A key with its text.
    struct Statement {
        let key: String
        let value: String
        let line: Int
        let comment: String?
    }

    private(set) var statements: [Statement] = []
    /// Whether there is a comment that does not belong to any statement.
    private(set) var hasDetachedComments = false
    private let bytes: [UInt8]
    /// Whether every line feed is preceded by a carriage return, and there is at least one.
    private let hasWindowsLines: Bool
    private var position = 0
    private var line = 1
    private var lineStart = 0

    init(_ text: String) throws(InterchangeError) {
        bytes = Array(text.utf8)
        let feeds = bytes.count { $0 == 0x0A }
        let pairs = zip(bytes, bytes.dropFirst()).count { $0 == 0x0D && $1 == 0x0A }
        hasWindowsLines = feeds > 0 && feeds == pairs
        try readStatements()
    }

    private mutating func readStatements() throws(InterchangeError) {
        var comments = AdjacentComments()
        try skipSpace(into: &comments)
        let isBraced = next == UInt8(ascii: "{")
        if isBraced {
            advance()
            try skipSpace(into: &comments)
        }
        while let byte = next, !(isBraced && byte == UInt8(ascii: "}")) {
            let line = line
            let comment = comments.take()
            if comment.detached { hasDetachedComments = true }
            let key = try readText("A key")
            try skipSpace()
            var value = key
            if next == UInt8(ascii: "=") {
                advance()
                try skipSpace()
                value = try readText("A value")
                try skipSpace()
            }
            guard next == UInt8(ascii: ";") else {
                throw fault(
                    "There is no “;” after the string “\(key.prefix(60))”.", "Add it.")
            }
            advance()
            statements.append(
                Statement(key: key, value: value, line: line, comment: comment.text))
            skipTail()
            try skipSpace(into: &comments)
        }
        if !comments.take().isEmpty { hasDetachedComments = true }
        guard isBraced else { return }
        guard next != nil else { throw fault("The file ends too early.", "Add “}” at its end.") }
        advance()
        try skipSpace()
        if next != nil {
            throw fault("There is text after the end of the property list.", "Remove it.")
        }
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func advance() {
        let byte = bytes[position]
        position += 1
        // A line ends with LF, CRLF or CR alone.
        guard byte == 0x0A || byte == 0x0D && next != 0x0A else { return }
        line += 1
        lineStart = position
    }

    private func fault(_ sentence: String, _ hint: Refusal.Hint) -> InterchangeError {
        let before = String(decoding: bytes[lineStart..<min(position, bytes.count)], as: UTF8.self)
        return InterchangeError(
            sentence, hint: hint, line: line, column: before.unicodeScalars.count + 1)
    }

    private mutating func skipSpace() throws(InterchangeError) {
        var comments = AdjacentComments()
        try skipSpace(into: &comments)
        if !comments.isEmpty { hasDetachedComments = true }
    }

    /// Skips a `//` comment that follows a statement on the same line.
    ///
    /// Such a comment does not belong to the next statement.
    private mutating func skipTail() {
        let end = position
        while next == 0x20 || next == 0x09 { position += 1 }
        guard isAt("//") else {
            position = end
            return
        }
        hasDetachedComments = true
        while let byte = next, byte != 0x0A, byte != 0x0D, !isAt("\u{2028}"), !isAt("\u{2029}") {
            position += 1
        }
    }

    /// Skips white space and comments, and adds the comments to `comments`.
    private mutating func skipSpace(
        into comments: inout AdjacentComments
    ) throws(InterchangeError) {
        var start = position
        func space(_ self: OldPropertyList) -> String {
            String(decoding: self.bytes[start..<self.position], as: UTF8.self)
        }
        while let byte = next {
            if byte == 0x20 || (0x09...0x0D).contains(byte) {
                advance()
            } else if isAt("\u{2028}") || isAt("\u{2029}") {
                position += 3
            } else if isAt("/*") {
                comments.pass(space(self))
                position += 2
                let from = position
                while !isAt("*/") {
                    guard next != nil else {
                        throw fault("A comment is not closed.", "Close it with “*/”.")
                    }
                    advance()
                }
                comments.add(comment(bytes[from..<position]))
                position += 2
                start = position
            } else if isAt("//") {
                comments.pass(space(self))
                position += 2
                let from = position
                while let byte = next, byte != 0x0A, byte != 0x0D, !isAt("\u{2028}"),
                    !isAt("\u{2029}")
                {
                    position += 1
                }
                comments.add(String(decoding: bytes[from..<position], as: UTF8.self))
                start = position
            } else {
                break
            }
        }
        comments.pass(space(self))
    }

    /// Returns the text of a comment with `\n` as the line ending if all lines end in `\r\n`.
    private func comment(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        return hasWindowsLines ? text.replacing("\r\n", with: "\n") : text
    }

    private func isAt(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    private mutating func readText(_ what: String) throws(InterchangeError) -> String {
        guard let byte = next else {
            throw fault("The file ends too early.", "Fetch it again, or complete it.")
        }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return try readQuoted(byte) }
        let start = position
        while let byte = next, Self.isBare(byte), !isAt("/*"), !isAt("//") { position += 1 }
        guard position > start else {
            throw fault(
                "\(what) is not a valid text here.",
                "Put it in quotes; only letters, digits and “_$/:.-” can be unquoted.")
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private static func isBare(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || "_$/:.-".utf8.contains(byte)
    }

    private mutating func readQuoted(_ quote: UInt8) throws(InterchangeError) -> String {
        let (startLine, startColumn) = (line, position - lineStart + 1)
        advance()
        var text: [UInt8] = []
        var high: UInt16?
        while true {
            guard let byte = next else {
                throw InterchangeError(
                    "A text is not closed.", hint: "Add the closing quotation mark.",
                    line: startLine,
                    column: startColumn)
            }
            if byte == UInt8(ascii: "\\"), position + 1 < bytes.count,
                bytes[position + 1] == UInt8(ascii: "U")
            {
                position += 2
                let unit = try readUnit()
                if let first = high {
                    guard (0xDC00..<0xE000).contains(unit) else { throw halfPair }
                    text.append(
                        contentsOf: String(decoding: [first, unit], as: UTF16.self).utf8)
                    high = nil
                } else if (0xD800..<0xDC00).contains(unit) {
                    high = unit
                } else {
                    guard let scalar = Unicode.Scalar(UInt32(unit)) else { throw halfPair }
                    text.append(contentsOf: String(Character(scalar)).utf8)
                }
                continue
            }
            guard high == nil else { throw halfPair }
            if byte == quote { break }
            if byte == UInt8(ascii: "\\") {
                advance()
                try readEscape(into: &text)
            } else {
                text.append(byte)
                advance()
            }
        }
        advance()
        return String(decoding: text, as: UTF8.self)
    }

    private var halfPair: InterchangeError {
        fault(
            "A \\U escape is half of a surrogate pair.",
            "Write both halves, or the character itself.")
    }

    /// Reads one to four hexadecimal digits after `\U`.
    private mutating func readUnit() throws(InterchangeError) -> UInt16 {
        var unit: UInt16 = 0
        var count = 0
        while count < 4, let byte = next,
            let digit = Character(Unicode.Scalar(byte)).hexDigitValue
        {
            unit = unit << 4 | UInt16(digit)
            position += 1
            count += 1
        }
        guard count > 0 else {
            throw fault("A \\U escape has no digits.", "Write four hexadecimal digits.")
        }
        return unit
    }

    /// Reads the characters after a backslash.
    ///
    /// These can be a C escape or octal digits for an ASCII character. Any other character
    /// represents itself.
    private mutating func readEscape(into text: inout [UInt8]) throws(InterchangeError) {
        guard let byte = next else {
            throw fault("The file ends too early.", "Fetch it again, or complete it.")
        }
        switch byte {
        case UInt8(ascii: "a"): text.append(0x07)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "v"): text.append(0x0B)
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            var value = 0
            var count = 0
            while count < 3, let byte = next,
                (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(byte)
            {
                value = value * 8 + Int(byte - UInt8(ascii: "0"))
                position += 1
                count += 1
            }
            guard let ascii = UInt8(exactly: value), ascii < 0x80 else {
                throw fault(
                    "An octal escape above \\177 uses NeXTSTEP's encoding.",
                    "Write the character itself.")
            }
            text.append(ascii)
            return
        default: text.append(byte)
        }
        advance()
    }
}
