/// The escapes in the texts of Android resources.
///
/// The rules are the same as in aapt2. ASCII white space collapses, and is removed at both ends of
/// a text without styles, unless it is quoted. A backslash escapes the next character. A style,
/// which is any element except `<xliff:g>`, ends quoting and collapsing.
enum AndroidEscapes {
    /// The reason why a text cannot be read.
    struct Fault: Error {
        let sentence: String
    }

    /// Unescapes the pieces of a text, and detects apostrophes that aapt2 requires to be escaped.
    struct Reading {
        private var isQuoted = false
        private var isAfterSpace = false
        private(set) var hasBareApostrophe = false

        /// Ends quoting and collapsing, because a style begins or ends.
        mutating func passStyle() {
            isQuoted = false
            isAfterSpace = false
        }

        /// Returns a piece of text without its escapes.
        mutating func unescape(_ raw: Substring) throws(Fault) -> String {
            var text = String.UnicodeScalarView()
            var scalars = raw.unicodeScalars.makeIterator()
            while let scalar = scalars.next() {
                if !isQuoted, AndroidEscapes.isSpace(scalar) {
                    if !isAfterSpace { text.append(" ") }
                    isAfterSpace = true
                    continue
                }
                isAfterSpace = false
                switch scalar {
                case "\\": try Self.unescape(&scalars, into: &text)
                case "\"": isQuoted.toggle()
                case "'":
                    if !isQuoted { hasBareApostrophe = true }
                    text.append(scalar)
                default: text.append(scalar)
                }
            }
            return String(text)
        }

        private static func unescape(
            _ scalars: inout Substring.UnicodeScalarView.Iterator,
            into text: inout String.UnicodeScalarView
        ) throws(Fault) {
            guard let scalar = scalars.next() else { return }
            switch scalar {
            case "n": text.append("\n")
            case "t": text.append("\t")
            case "u":
                var unit = try hexadecimal(&scalars)
                if (0xD800..<0xDC00).contains(unit) {
                    guard scalars.next() == "\\", scalars.next() == "u" else { throw halfPair }
                    let low = try hexadecimal(&scalars)
                    guard (0xDC00..<0xE000).contains(low) else { throw halfPair }
                    unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
                }
                guard let scalar = Unicode.Scalar(unit) else { throw halfPair }
                text.append(scalar)
            default: text.append(scalar)
            }
        }

        private static var halfPair: Fault {
            Fault(sentence: "A \\u escape is half of a surrogate pair.")
        }

        private static func hexadecimal(
            _ scalars: inout Substring.UnicodeScalarView.Iterator
        ) throws(Fault) -> UInt32 {
            var value: UInt32 = 0
            for _ in 0..<4 {
                guard let scalar = scalars.next(), scalar.isASCII,
                    let digit = Character(scalar).hexDigitValue
                else { throw Fault(sentence: "A \\u escape has fewer than four digits.") }
                value = value << 4 | UInt32(digit)
            }
            return value
        }
    }

    /// Escapes the texts in a string, piece by piece.
    struct Writing {
        private var isAfterSpace = false
        private var isFirst = true

        /// Returns an escaped piece of text.
        ///
        /// `isLast` must be true for the last piece of a string.
        ///
        /// A space that would collapse or disappear becomes `\u0020`.
        mutating func escape(_ text: String, isLast: Bool) -> String {
            var result = ""
            result.reserveCapacity(text.utf8.count)
            let scalars = text.unicodeScalars
            var index = scalars.startIndex
            while index < scalars.endIndex {
                let scalar = scalars[index]
                scalars.formIndex(after: &index)
                let isEnd = isLast && index == scalars.endIndex
                if scalar == " " {
                    result += isFirst || isEnd || isAfterSpace ? "\\u0020" : " "
                    isAfterSpace = true
                } else {
                    switch scalar {
                    case "\n": result += "\\n"
                    case "\t": result += "\\t"
                    case "\\", "\"", "'": result += "\\\(scalar)"
                    case "@" where isFirst, "?" where isFirst: result += "\\\(scalar)"
                    case _ where scalar.value < 0x20: result += Self.escaped(scalar)
                    default: result.unicodeScalars.append(scalar)
                    }
                    isAfterSpace = false
                }
                isFirst = false
            }
            return result
        }

        private static func escaped(_ scalar: Unicode.Scalar) -> String {
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
    }

    /// Returns whether aapt2 treats a character as white space, as C's `isspace` does.
    static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || (0x09...0x0D).contains(scalar.value)
    }

    /// Returns a text without white space at the requested ends.
    static func trimmed(_ text: Substring, start: Bool, end: Bool) -> Substring {
        var scalars = text.unicodeScalars
        while start, let first = scalars.first, isSpace(first) { scalars.removeFirst() }
        while end, let last = scalars.last, isSpace(last) { scalars.removeLast() }
        return Substring(scalars)
    }

    /// Returns whether a raw text is a reference to another resource, such as `@string/app_name` or
    /// `?attr/label`.
    static func isReference(_ raw: Substring) -> Bool {
        guard let mark = raw.utf8.first, raw.utf8.count <= 500 else { return false }
        if raw == "@null" || raw == "@empty" { return true }
        guard mark == UInt8(ascii: "@") || mark == UInt8(ascii: "?") else { return false }
        var rest = raw.dropFirst()
        if mark == UInt8(ascii: "@"), rest.first == "+" || rest.first == "*" { rest.removeFirst() }
        if let colon = rest.firstIndex(of: ":") {
            guard isName(rest[..<colon]) else { return false }
            rest = rest[rest.index(after: colon)...]
        }
        let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
        return (parts.count == 2 || parts.count == 1 && mark == UInt8(ascii: "?"))
            && parts.allSatisfy(isName)
    }

    private static func isName(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
            }
    }
}
