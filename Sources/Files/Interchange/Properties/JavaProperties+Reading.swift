import Languages
import Texts
import Translation

extension JavaProperties {
    /// Reads a file as `java.util.Properties` does.
    ///
    /// The file is read as UTF-8, as in Java 9 and later. If it is not valid UTF-8, it is read as
    /// ISO-8859-1. If a key occurs more than once, the last text is used.
    public func read(
        _ bytes: [UInt8], context: ReadContext
    ) throws(InterchangeError) -> ReadFile {
        try FileText.requireSize(bytes)
        var notices: [FileNotice] = []
        let isLatin1 =
            FileText.firstFault(in: bytes) != nil
            && !bytes.starts(with: [0xFF, 0xFE]) && !bytes.starts(with: [0xFE, 0xFF])
        let text: [UInt8]
        if isLatin1 {
            text = bytes.flatMap { Array(String(Unicode.Scalar($0)).utf8) }
            notices.append(
                FileNotice(
                    message: "The file is not UTF-8 and is read as ISO-8859-1, as Java 8 does."))
        } else {
            text = try FileText.utf8(bytes)
        }
        var parser = PropertiesParser(text)
        var entries: [FileEntry] = []
        var indices: [Value.Text: Int] = [:]
        while let item = try parser.next() {
            var entry = FileEntry(
                string: StringID(section: context.section, key: item.key),
                value: Value(item.value),
                isDeliberatelyEmpty: context.isSource && item.value.isEmpty, line: item.line)
            entry.details.comment = item.comment
            guard let index = indices[Value.Text(item.key)] else {
                indices[Value.Text(item.key)] = entries.count
                entries.append(entry)
                continue
            }
            notices.append(
                FileNotice(
                    key: item.key, line: entries[index].line,
                    message: "The key appears again on line \(item.line), which is used instead.",
                    isLeftOut: true))
            entries[index] = entry
        }
        if parser.looseComments > 0 {
            notices.append(
                FileNotice(
                    message:
                        "Comments that are not above a key are not imported: \(parser.looseComments)."
                ))
        }
        return ReadFile(entries: entries, notices: notices)
    }
}

/// Parses the lines of a properties file in UTF-8.
private struct PropertiesParser {
    /// A key with its value.
    struct Item {
        let key: String
        let value: String
        let comment: String?
        let line: Int
    }

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var comment: [String] = []
    /// The number of comment lines that do not belong to a key.
    private(set) var looseComments = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0C
    }

    private static func isEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    /// Reads the next key with its value; returns nil at the end.
    mutating func next() throws(InterchangeError) -> Item? {
        while position < bytes.count {
            skip(while: Self.isSpace)
            guard position < bytes.count else { break }
            switch bytes[position] {
            case 0x0A, 0x0D:
                // An empty line separates a comment from the next key.
                dropComment()
                endLine()
            case UInt8(ascii: "#"), UInt8(ascii: "!"):
                let start = position + 1
                skip { !Self.isEnd($0) }
                var text = bytes[start..<position]
                if text.first == 0x20 { text.removeFirst() }
                comment.append(String(decoding: text, as: UTF8.self))
                endLine()
            default: return try item()
            }
        }
        dropComment()
        return nil
    }

    private mutating func dropComment() {
        looseComments += comment.count
        comment = []
    }

    private mutating func skip(while belongs: (UInt8) -> Bool) {
        while position < bytes.count, belongs(bytes[position]) { position += 1 }
    }

    private mutating func endLine() {
        guard position < bytes.count else { return }
        let isPair =
            bytes[position] == 0x0D && position + 1 < bytes.count && bytes[position + 1] == 0x0A
        position += isPair ? 2 : 1
        line += 1
    }

    private mutating func item() throws(InterchangeError) -> Item {
        let start = line
        let key = try text { $0 == 0x3D || $0 == 0x3A || Self.isSpace($0) }
        skip(while: Self.isSpace)
        if position < bytes.count, bytes[position] == 0x3D || bytes[position] == 0x3A {
            position += 1
        }
        skipSpaceAndContinuations()
        let value = try text { _ in false }
        endLine()
        let said = comment.isEmpty ? nil : comment.joined(separator: "\n")
        comment = []
        return Item(key: key, value: value, comment: said, line: start)
    }

    /// Skips white space, including continued lines before a value begins.
    private mutating func skipSpaceAndContinuations() {
        skip(while: Self.isSpace)
        skipContinuations()
    }

    /// Skips line continuations and the white space that follows them.
    ///
    /// A line that ends in a backslash continues on the next line.
    private mutating func skipContinuations() {
        while position + 1 < bytes.count, bytes[position] == 0x5C, Self.isEnd(bytes[position + 1]) {
            position += 1
            endLine()
            skip(while: Self.isSpace)
        }
    }

    /// Reads a text up to the end of the line or a terminating byte.
    private mutating func text(
        until isEnd: (UInt8) -> Bool
    ) throws(InterchangeError) -> String {
        var text: [UInt16] = []
        var start = position
        func plain(_ end: Int) -> String.UTF16View {
            String(decoding: bytes[start..<end], as: UTF8.self).utf16
        }
        let startLine = line
        while position < bytes.count, !Self.isEnd(bytes[position]), !isEnd(bytes[position]) {
            guard bytes[position] == 0x5C else {
                position += 1
                continue
            }
            text += plain(position)
            position += 1
            try readEscape(into: &text)
            start = position
        }
        text += plain(position)
        guard let string = String(validating: text, as: UTF16.self) else {
            throw InterchangeError(
                "A \\u escape is half of a surrogate pair.",
                hint: "Write both halves one after the other, or the character itself.",
                line: startLine)
        }
        return string
    }

    private mutating func readEscape(into text: inout [UInt16]) throws(InterchangeError) {
        guard position < bytes.count else { return }
        let byte = bytes[position]
        switch byte {
        case 0x0A, 0x0D:
            endLine()
            skip(while: Self.isSpace)
            return
        case UInt8(ascii: "u"):
            let start = position - 1
            position += 1
            guard let unit = hexadecimalUnit() else {
                let (line, column) = FileText.place(of: start, in: bytes)
                throw InterchangeError(
                    "A \\u must be followed by four hexadecimal digits.",
                    hint: "Correct it, or write “\\\\u” for a backslash.", line: line,
                    column: column)
            }
            text.append(unit)
        case UInt8(ascii: "t"): take(0x09, &text)
        case UInt8(ascii: "n"): take(0x0A, &text)
        case UInt8(ascii: "r"): take(0x0D, &text)
        case UInt8(ascii: "f"): take(0x0C, &text)
        case 0x80...:
            // The character has several bytes and follows as plain text.
            break
        default: take(UInt16(byte), &text)
        }
    }

    /// Reads four hexadecimal digits.
    ///
    /// Java joins continued lines first, so the digits may continue on the next line.
    private mutating func hexadecimalUnit() -> UInt16? {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            skipContinuations()
            guard position < bytes.count,
                let digit = UInt16(String(UnicodeScalar(bytes[position])), radix: 16)
            else { return nil }
            unit = unit << 4 | digit
            position += 1
        }
        return unit
    }

    private mutating func take(_ unit: UInt16, _ text: inout [UInt16]) {
        text.append(unit)
        position += 1
    }
}
