/// Collects XML output in UTF-8.
struct XMLOutput {
    private(set) var bytes: [UInt8] = []

    /// Appends unescaped markup.
    mutating func raw(_ markup: String) { bytes.append(contentsOf: markup.utf8) }

    /// Appends the contents of another output.
    mutating func append(_ other: XMLOutput) { bytes += other.bytes }

    /// Appends a text between tags.
    ///
    /// A carriage return is written as a reference, because readers convert it to a line feed
    /// otherwise (XML 1.0, section 2.11).
    mutating func text(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): raw("&amp;")
            case UInt8(ascii: "<"): raw("&lt;")
            case UInt8(ascii: ">"): raw("&gt;")
            case 0x0D: raw("&#13;")
            default: bytes.append(byte)
            }
        }
    }

    /// Appends an attribute, preceded by a space.
    ///
    /// White space other than a space is written as references, because readers convert it to
    /// spaces otherwise (XML 1.0, section 3.3.3).
    mutating func attribute(_ name: String, _ value: String) {
        raw(" \(name)=\"")
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "&"): raw("&amp;")
            case UInt8(ascii: "<"): raw("&lt;")
            case UInt8(ascii: ">"): raw("&gt;")
            case UInt8(ascii: "\""): raw("&quot;")
            case 0x09, 0x0A, 0x0D: raw("&#\(byte);")
            default: bytes.append(byte)
            }
        }
        raw("\"")
    }
}

/// The reason why a value cannot be written, or would be read back differently.
enum XMLObstacle: Error {
    case noPlainText
    case emptyKey
    case character(Unicode.Scalar)
    case tooLarge
    case layout

    var sentence: String {
        switch self {
        case .noPlainText: "The format supports only plain texts, not plurals or lists."
        case .emptyKey: "The string has no key."
        case .character(let scalar):
            "XML cannot contain the character U+\(Self.hexadecimal(scalar))."
        case .tooLarge: "The text is larger than \(VerIDXML.maximumTextSize >> 20) MiB."
        case .layout:
            "The text is only white space with a line break, which would be read as empty."
        }
    }

    /// Rejects texts that are too large or contain characters that are not a `Char` in XML 1.0,
    /// section 2.2.
    ///
    /// If `escapesControls` is true, control characters except U+0000 are accepted, because the
    /// format has its own escapes for them.
    static func require(
        _ text: String, escapesControls: Bool = false
    ) throws(XMLObstacle) {
        guard text.utf8.count <= VerIDXML.maximumTextSize else { throw .tooLarge }
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D: continue
            case 1..<0x20 where escapesControls: continue
            case 0..<0x20, 0xFFFE, 0xFFFF: throw .character(scalar)
            default: continue
            }
        }
    }

    static func requireNoLayout(_ text: String) throws(XMLObstacle) {
        if text.utf8.contains(0x0A), text.utf8.allSatisfy(ByteScanner.isSpace) { throw .layout }
    }

    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }
}
