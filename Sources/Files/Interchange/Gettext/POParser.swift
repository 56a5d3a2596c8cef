import Translation

/// Parses the grammar of PO files.
///
/// Source: <https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html>. White space
/// between words and texts is ignored, as in gettext. The cost is linear.
struct POParser {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var lineStart = 0
    /// The current message with the parts read so far.
    private var message = POMessage()
    private var part = Part.comments

    /// Whether the rest of the line is preceded by `#~`.
    private var isObsoleteLine = false

    /// The messages in file order, including the header.
    private(set) var messages: [POMessage] = []
    /// The obsolete messages in file order.
    private(set) var obsolete: [POMessage] = []

    /// The part of a message that was read last.
    private enum Part: Int, Comparable {
        case comments, context, id, plural, texts

        static func < (a: Part, b: Part) -> Bool { a.rawValue < b.rawValue }
    }

    /// Parses the contents of a file, which must be in UTF-8.
    init(_ bytes: [UInt8]) throws(InterchangeError) {
        self.bytes = bytes
        while try readItem() {}
        try finishMessage()
    }

    private mutating func readItem() throws(InterchangeError) -> Bool {
        skipSpace()
        guard position < bytes.count else { return false }
        switch bytes[position] {
        case UInt8(ascii: "#"): try readComment()
        case UInt8(ascii: "a")...UInt8(ascii: "z"): try readKeyword()
        case UInt8(ascii: "\""):
            throw fault(
                "There is a text where a keyword is required.", hint: "Put “msgstr” before it.")
        default:
            throw fault(
                "This is neither a comment nor a keyword of a PO file.",
                hint: "Correct the line, or begin it with “#”.")
        }
        return true
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x0A:
                line += 1
                lineStart = position + 1
                isObsoleteLine = false
                position += 1
            case 0x20, 0x09, 0x0D, 0x0B, 0x0C: position += 1
            case UInt8(ascii: "#") where message.isObsolete && isObsoleteMark(at: position):
                isObsoleteLine = true
                position += 2
            default: return
            }
        }
    }

    /// Returns whether the bytes at a position are the mark `#~` without a following `|`.
    private func isObsoleteMark(at position: Int) -> Bool {
        let rest = bytes[position...].dropFirst(2)
        return bytes[position...].starts(with: "#~".utf8)
            && rest.first { $0 != 0x20 && $0 != 0x09 } != UInt8(ascii: "|")
    }

    // MARK: Comments

    private mutating func readComment() throws(InterchangeError) {
        let start = position + 1
        while position < bytes.count, bytes[position] != 0x0A { position += 1 }
        var text = bytes[start..<position]
        if text.last == 0x0D { text.removeLast() }
        guard let kind = text.first else { return try addComment(\.translatorComments, "") }
        let rest = String(decoding: text.dropFirst().drop { $0 == 0x20 }, as: UTF8.self)
        // A single space separates the sign from the text; any further spaces belong to the text.
        let whole = String(decoding: Self.droppingSpace(text.dropFirst()), as: UTF8.self)
        switch kind {
        case UInt8(ascii: "."): try addComment(\.extractedComments, whole)
        case UInt8(ascii: ":"):
            try startComment()
            message.references += POReferences.parse(rest)
        case UInt8(ascii: ","), UInt8(ascii: "="):
            try startComment()
            message.flags += rest.split(separator: ",").map {
                String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
        case UInt8(ascii: "|"): try addComment(\.previous, whole)
        case UInt8(ascii: "~"): try readObsolete(from: start)
        default:
            try addComment(
                \.translatorComments, String(decoding: Self.droppingSpace(text), as: UTF8.self))
        }
    }

    private static func droppingSpace(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        text.first == 0x20 ? text.dropFirst() : text
    }

    /// Starts a comment.
    ///
    /// A comment after a message belongs to the next message.
    private mutating func startComment() throws(InterchangeError) {
        if part == .texts { try finishMessage() }
    }

    private mutating func addComment(
        _ list: WritableKeyPath<POMessage, [String]>, _ text: String
    ) throws(InterchangeError) {
        try startComment()
        message[keyPath: list].append(text)
    }

    /// Reads the `#~` mark of an obsolete line at `start`.
    ///
    /// The rest of the line is read like any other line, except for a previous message.
    private mutating func readObsolete(from start: Int) throws(InterchangeError) {
        try startComment()
        guard !isObsoleteMark(at: start - 1) else {
            isObsoleteLine = true
            position = start + 1
            return
        }
        let text = bytes[start..<position].drop { $0 != UInt8(ascii: "|") }.dropFirst()
        let end = text.last == 0x0D ? text.dropLast() : text
        message.previous.append(String(decoding: Self.droppingSpace(end), as: UTF8.self))
    }

    // MARK: Messages

    private mutating func readKeyword() throws(InterchangeError) {
        let start = position
        while position < bytes.count, Self.isOfWord(bytes[position]) { position += 1 }
        switch String(decoding: bytes[start..<position], as: UTF8.self) {
        case "msgctxt":
            try begin(.context, after: [.comments, .texts])
            message.context = try readTexts()
        case "msgid":
            try begin(.id, after: [.comments, .context, .texts])
            message.line = line
            message.id = try readTexts()
        case "msgid_plural":
            try begin(.plural, after: [.id])
            message.plural = try readTexts()
        case "msgstr": try readTranslation()
        case "domain":
            position = start
            throw fault(
                "The file contains several domains.", hint: "Split it into one file per domain.")
        case let word:
            position = start
            throw fault(
                "“\(word.prefix(40))” is not a keyword of a PO file.",
                hint: "Correct it: the keywords are msgctxt, msgid, msgid_plural and msgstr.")
        }
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "_")
    }

    private mutating func begin(
        _ next: Part, after allowed: [Part]
    ) throws(InterchangeError) {
        guard allowed.contains(part) else {
            throw fault(
                "The previous message is incomplete, or a keyword appears twice.",
                hint: "Write an optional msgctxt, msgid, an optional msgid_plural, and msgstr.")
        }
        if part == .texts, next < .texts { try finishMessage() }
        if part == .comments { message.isObsolete = isObsoleteLine }
        guard message.isObsolete == isObsoleteLine else {
            throw fault(
                "The message is only partly obsolete.",
                hint: "Begin all of its lines with “#~”, or none.")
        }
        part = next
    }

    private mutating func readTranslation() throws(InterchangeError) {
        try begin(.texts, after: [.id, .plural, .texts])
        skipSpace()
        let isPlural = message.plural != nil
        if position < bytes.count, bytes[position] == UInt8(ascii: "[") {
            let start = position + 1
            position = start
            while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
            let number = Int(String(decoding: bytes[start..<position], as: UTF8.self))
            guard position < bytes.count, bytes[position] == UInt8(ascii: "]"), isPlural,
                number == message.texts.count
            else {
                throw fault(
                    isPlural
                        ? "The plural forms must be numbered from 0, each once."
                        : "A message without msgid_plural has a plural form.",
                    hint: "Correct the msgstr.")
            }
            position += 1
        } else if isPlural || !message.texts.isEmpty {
            throw fault(
                isPlural ? "A message with a plural needs msgstr[0]." : "A msgstr appears twice.",
                hint: "Correct the msgstr.")
        }
        guard message.texts.count < GettextPlurals.maximumCount else {
            throw fault(
                "A message has more than \(GettextPlurals.maximumCount) plural forms.",
                hint: "Remove the last ones.")
        }
        message.texts.append(try readTexts())
    }

    private mutating func finishMessage() throws(InterchangeError) {
        defer {
            message = POMessage()
            part = .comments
        }
        guard part != .comments else { return }
        guard part == .texts else {
            throw fault("The last message is incomplete.", hint: "Add its msgstr.")
        }
        if message.isObsolete { obsolete.append(message) } else { messages.append(message) }
    }

    // MARK: Texts

    /// Reads one or more consecutive texts and joins them.
    private mutating func readTexts() throws(InterchangeError) -> String {
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
            throw fault("A text in quotes is missing.", hint: "Add it, such as \"\".")
        }
        var text: [UInt8] = []
        let (startLine, start) = (line, position - lineStart)
        while position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
            try readText(into: &text)
            skipSpace()
        }
        guard let string = String(validating: text, as: UTF8.self) else {
            throw InterchangeError(
                "The escapes of a text are not valid UTF-8.",
                hint: "Write the characters themselves.",
                line: startLine, column: start + 1)
        }
        return string
    }

    private mutating func readText(into text: inout [UInt8]) throws(InterchangeError) {
        position += 1
        var start = position
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                text += bytes[start..<position]
                position += 1
                return
            case UInt8(ascii: "\\"):
                text += bytes[start..<position]
                position += 1
                try readEscape(into: &text)
                start = position
            case 0x0A:
                throw fault(
                    "A text is not closed on its line.", hint: "Close it with a quotation mark.")
            default: position += 1
            }
        }
        throw fault("A text is not closed.", hint: "Fetch the file again: it seems to be cut off.")
    }

    private mutating func readEscape(into text: inout [UInt8]) throws(InterchangeError) {
        guard position < bytes.count else { return }
        let byte = bytes[position]
        switch byte {
        case UInt8(ascii: "x"):
            position += 1
            text.append(try readNumber(radix: 16, limit: 2))
            return
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            text.append(try readNumber(radix: 8, limit: 3))
            return
        default: break
        }
        guard let value = POEscapes.byte(of: byte) else {
            throw fault(
                "This escape is unknown.", hint: "Write “\\\\” for a backslash.")
        }
        position += 1
        text.append(value)
    }

    private mutating func readNumber(
        radix: Int, limit: Int
    ) throws(InterchangeError) -> UInt8 {
        let start = position
        while position < bytes.count, position < start + limit,
            Character(Unicode.Scalar(bytes[position])).hexDigitValue ?? 99 < radix
        { position += 1 }
        let digits = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let number = UInt8(digits, radix: radix) else {
            throw fault("This escape is too large for a byte.", hint: "Write the character itself.")
        }
        return number
    }

    private func fault(_ message: String, hint: Refusal.Hint) -> InterchangeError {
        InterchangeError(
            message, hint: hint, line: line,
            column: String(decoding: bytes[lineStart..<position], as: UTF8.self)
                .unicodeScalars.count + 1)
    }
}

/// The characters after a backslash, with the bytes that they represent.
enum POEscapes {
    private static let pairs: [(letter: UInt8, byte: UInt8)] = [
        (UInt8(ascii: "n"), 0x0A), (UInt8(ascii: "t"), 0x09), (UInt8(ascii: "\""), 0x22),
        (UInt8(ascii: "\\"), 0x5C), (UInt8(ascii: "r"), 0x0D), (UInt8(ascii: "a"), 0x07),
        (UInt8(ascii: "b"), 0x08), (UInt8(ascii: "f"), 0x0C), (UInt8(ascii: "v"), 0x0B),
    ]

    /// Returns the byte that a letter represents.
    static func byte(of letter: UInt8) -> UInt8? { pairs.first { $0.letter == letter }?.byte }

    /// Returns the letter that represents a byte, or `nil` if there is none.
    static func letter(of byte: UInt8) -> UInt8? { pairs.first { $0.byte == byte }?.letter }
}

/// Parses and writes the places after `#:`, which are separated by spaces.
///
/// File names that contain spaces are enclosed in U+2068 and U+2069.
enum POReferences {
    static func parse(_ text: String) -> [String] {
        var references: [String] = []
        var current = String.UnicodeScalarView()
        var isIsolated = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\u{2068}": isIsolated = true
            case "\u{2069}": isIsolated = false
            case " " where !isIsolated, "\t" where !isIsolated:
                if !current.isEmpty { references.append(String(current)) }
                current = String.UnicodeScalarView()
            default: current.append(scalar)
            }
        }
        if !current.isEmpty { references.append(String(current)) }
        return references
    }

    /// Returns a place as written in a file.
    ///
    /// As in gettext, the line number is outside the isolates.
    static func spelled(_ reference: String) -> String {
        guard reference.utf8.contains(0x20) else { return reference }
        guard let colon = reference.lastIndex(of: ":"),
            !reference[colon...].dropFirst().isEmpty,
            reference[colon...].dropFirst().allSatisfy(\.isNumber)
        else { return "\u{2068}\(reference)\u{2069}" }
        return "\u{2068}\(reference[..<colon])\u{2069}\(reference[colon...])"
    }
}
