/// The smallest parts of a Swift source that matter for finding texts in it.
struct SwiftToken {
    enum Kind {
        case identifier(ArraySlice<UInt8>)
        /// A string literal; `nil` if it is no fixed text.
        case literal(String?)
        case mark(UInt8)
    }

    let kind: Kind
    let line: Int

    func isMark(_ scalar: Unicode.Scalar) -> Bool {
        if case .mark(let byte) = kind { UInt32(byte) == scalar.value } else { false }
    }
}

/// Divides a Swift source into tokens, without comments.
///
/// The code inside each interpolation is a stream of tokens of its own. See "Lexical Structure"
/// in "The Swift Programming Language", <https://docs.swift.org/swift-book/>.
struct SwiftLexer {
    /// How deep interpolations are followed; what is deeper is taken for text.
    private static let maximumDepth = 32

    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var depth = 0
    private var inner: [[SwiftToken]] = []

    init(_ text: String) { bytes = Array(text.utf8) }

    /// All tokens, the file's own first, then those of the interpolations.
    mutating func streams() -> [[SwiftToken]] {
        let outer = tokens(untilParenthesis: false)
        return [outer] + inner
    }

    private func peek(_ distance: Int = 0) -> UInt8? {
        index + distance < bytes.count ? bytes[index + distance] : nil
    }

    private func comes(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard index + count <= bytes.count else { return false }
        return text.withUTF8Buffer { bytes[index..<index + count].elementsEqual($0) }
    }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where index < bytes.count {
            if bytes[index] == 0x0A { line += 1 }
            index += 1
        }
    }

    /// Reads tokens to the end, or to the parenthesis that closes an interpolation.
    private mutating func tokens(untilParenthesis: Bool) -> [SwiftToken] {
        var tokens: [SwiftToken] = []
        var open = 0
        while let byte = peek() {
            if comes("//") {
                while let next = peek(), next != 0x0A, next != 0x0D { advance() }
            } else if comes("/*") {
                skipComment()
            } else if byte == UInt8(ascii: "\"") {
                tokens.append(literal(0))
            } else if byte == UInt8(ascii: "#") {
                if let literal = afterPounds() { tokens.append(literal) }
            } else if Self.isIdentifier(byte) {
                let start = index
                while let next = peek(), Self.isIdentifier(next) { index += 1 }
                tokens.append(SwiftToken(kind: .identifier(bytes[start..<index]), line: line))
            } else if ByteScanner.isSpace(byte) || byte == UInt8(ascii: "`") {
                advance()
            } else {
                tokens.append(SwiftToken(kind: .mark(byte), line: line))
                advance()
                if byte == UInt8(ascii: "(") { open += 1 }
                if byte == UInt8(ascii: ")") {
                    open -= 1
                    if untilParenthesis && open < 0 { return tokens }
                }
            }
        }
        return tokens
    }

    private static func isIdentifier(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }

    /// Comments nest in Swift.
    private mutating func skipComment() {
        var open = 0
        repeat {
            if comes("/*") {
                open += 1
                advance(2)
            } else if comes("*/") {
                open -= 1
                advance(2)
            } else {
                advance()
            }
        } while open > 0 && index < bytes.count
    }

    /// Reads what a run of `#` begins: a raw literal, a regular expression, or nothing of interest.
    private mutating func afterPounds() -> SwiftToken? {
        var pounds = 0
        while peek(pounds) == UInt8(ascii: "#") { pounds += 1 }
        if peek(pounds) == UInt8(ascii: "\"") { return literal(pounds) }
        let isRegex = peek(pounds) == UInt8(ascii: "/")
        advance(isRegex ? pounds + 1 : pounds)
        guard isRegex else { return nil }
        while let byte = peek(), byte != UInt8(ascii: "/") || !hasPounds(pounds, at: 1) {
            advance()
        }
        advance(1 + pounds)
        return nil
    }

    // MARK: String literals

    private mutating func literal(_ pounds: Int) -> SwiftToken {
        let firstLine = line
        advance(pounds)
        let isMultiline = beginsMultiline(pounds)
        let quotes = isMultiline ? 3 : 1
        advance(quotes)
        let start = index
        var isFixed = true
        while let byte = peek() {
            if closes(quotes, pounds) {
                let body = bytes[start..<index]
                advance(quotes + pounds)
                let literal = SwiftLiteral(
                    body: body, pounds: pounds, isMultiline: isMultiline)
                return SwiftToken(
                    kind: .literal(isFixed ? literal.text : nil), line: firstLine)
            }
            if !isMultiline, byte == 0x0A || byte == 0x0D { break }
            guard byte == UInt8(ascii: "\\"), hasPounds(pounds, at: 1) else {
                advance()
                continue
            }
            advance(1 + pounds)
            if peek() == UInt8(ascii: "(") {
                isFixed = false
                interpolation()
            } else if isMultiline || (peek() != 0x0A && peek() != 0x0D) {
                advance()
            }
        }
        return SwiftToken(kind: .literal(nil), line: firstLine)
    }

    private mutating func interpolation() {
        advance()
        guard depth < Self.maximumDepth else { return }
        depth += 1
        defer { depth -= 1 }
        inner.append(tokens(untilParenthesis: true))
    }

    /// Whether three quotes are a delimiter; `#"""#` is a text of one quote, as nothing may follow
    /// on the line.
    private func beginsMultiline(_ pounds: Int) -> Bool {
        guard comes("\"\"\"") else { return false }
        guard pounds > 0 else { return true }
        let next = bytes[(index + 3)...].first { $0 != 0x20 && $0 != 0x09 }
        return next.map(ByteScanner.isSpace) ?? true
    }

    private func closes(_ quotes: Int, _ pounds: Int) -> Bool {
        for distance in 0..<quotes where peek(distance) != UInt8(ascii: "\"") { return false }
        return hasPounds(pounds, at: quotes)
    }

    private func hasPounds(_ pounds: Int, at distance: Int) -> Bool {
        for offset in 0..<pounds where peek(distance + offset) != UInt8(ascii: "#") {
            return false
        }
        return true
    }
}
