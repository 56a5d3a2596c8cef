/// Creates Swift identifiers and literals from any text.
enum SwiftIdentifier {
    /// The length of a name, in characters, after which no more words are added.
    private static let maximumLength = 40

    // MARK: Names

    /// Returns an identifier for a text.
    ///
    /// A text that is already an identifier is returned as it is. Otherwise, the words of the text
    /// are joined in camel case. Different texts can have the same identifier.
    static func make(from text: String) -> String {
        let words = text.unicodeScalars.split { !isPart($0) }.map { String($0) }
        guard let first = words.first else {
            return text.isEmpty ? "_empty" : "_" + hexadecimal(String(text.prefix(8)))
        }
        // A text that is already an identifier is not changed.
        var name =
            first.unicodeScalars.count < text.unicodeScalars.count ? lowercasingFirst(first) : first
        for word in words.dropFirst() where name.count < maximumLength {
            name += word.prefix(1).uppercased() + word.dropFirst()
        }
        name = String(name.prefix(2 * maximumLength))
        guard let head = name.unicodeScalars.first, isHead(head), name != "_" else {
            return "_" + (name == "_" ? hexadecimal(text) : name)
        }
        return misread.contains(name) ? name + "_" : name
    }

    private static func lowercasingFirst(_ word: String) -> String {
        // Abbreviations such as `URL` are not changed.
        word.dropFirst().contains(where: \.isUppercase)
            ? word : word.prefix(1).lowercased() + word.dropFirst()
    }

    /// Returns whether a scalar can be in an identifier.
    ///
    /// This is true for ASCII letters and digits, `_`, and letters in other scripts. The ranges are
    /// the letters listed in
    /// <https://docs.swift.org/swift-book/documentation/the-swift-programming-language/lexicalstructure/#Identifiers>.
    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
        case 0xC0...0x2FF where scalar.value != 0xD7 && scalar.value != 0xF7: true
        case 0x300...0x36F: true
        case 0x370...0x1DBF, 0x1E00...0x1FFF, 0x2C00...0x2DFF, 0x3040...0xD7FF, 0xF900...0xFD3D,
            0xFE70...0xFEFC, 0x10000...0x1FFFD, 0x20000...0x2FFFD:
            scalar.properties.isXIDContinue
        default: false
        }
    }

    /// Returns whether a scalar can be at the beginning of an identifier.
    private static func isHead(_ scalar: Unicode.Scalar) -> Bool {
        !(0x30...0x39).contains(scalar.value) && !(0x300...0x36F).contains(scalar.value)
            && (scalar == "_" || scalar.properties.isXIDStart)
    }

    /// Names that have a special meaning after a dot or in the generated file, even in backticks.
    private static let misread: Set<String> = [
        "init", "self", "Self", "Type", "Protocol", "TextIdentifier", "super",
    ]

    /// The keywords that must be put in backticks in declarations.
    private static let keywords: Set<String> = [
        "Any", "as", "associatedtype", "await", "borrowing", "break", "case", "catch", "class",
        "consuming", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension",
        "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in",
        "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
        "protocol", "public", "repeat", "rethrows", "return", "some", "any", "static", "struct",
        "subscript", "switch", "throw", "throws", "true", "try", "typealias", "var", "where",
        "while", "yield",
    ]

    /// Returns an identifier as it is written in a declaration.
    ///
    /// A keyword is put in backticks, which are not needed where the declaration is used.
    static func quoted(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// Returns eight hexadecimal digits that depend only on the bytes of a text (FNV-1a).
    static func digest(_ text: String) -> String {
        let hash = text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// Returns the bytes of a text as hexadecimal digits.
    static func hexadecimal(_ text: String) -> String {
        text.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    // MARK: Literals and comments

    /// Returns a string literal with exactly the scalars of a text.
    ///
    /// Invisible scalars are escaped.
    static func literal(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                result +=
                    isVisible(scalar)
                    ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return result + "\""
    }

    /// Returns a text for a comment, on one line and without scalars that are invisible or change
    /// the text direction.
    static func visible(_ text: String) -> String {
        let line = text.unicodeScalars.map { isVisible($0) ? String($0) : " " }.joined()
        return line.split(separator: " ").joined(separator: " ")
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII else { return (0x20...0x7E).contains(scalar.value) }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate,
            .privateUse, .unassigned, .nonspacingMark, .enclosingMark:
            false
        default: true
        }
    }
}
