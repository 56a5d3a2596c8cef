import Languages
import Texts

/// Writes a PO file in the same format as `msgcat`.
struct POOutput {
    private(set) var bytes: [UInt8] = []
    /// The prefix of each line of the current message.
    private var mark = ""

    /// The maximum line width in columns, including quotation marks.
    private static let width = 79

    /// Writes the header, with the kept fields and, before the `X-` fields, the computed fields.
    mutating func header(
        _ kept: POMessage?, spelling: String, language: String, pluralForms: String?,
        exact: [UInt64], names: [String]
    ) {
        let pluralForms = pluralForms ?? Self.pluralForms(of: language, exact: exact)
        var computed = [
            "Language: \(spelling)", "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=UTF-8", "Content-Transfer-Encoding: 8bit",
            "Plural-Forms: \(pluralForms)",
        ]
        if !FileLanguage.isSame(LanguageSpelling.tag(of: spelling), language) {
            computed.append("\(POHeader.languageField): \(language)")
        }
        if !exact.isEmpty {
            computed.append("\(POHeader.casesField): \(names.joined(separator: ", "))")
        }
        var lines = kept.map(POHeader.lines) ?? POSkeleton.unknownLines
        lines.removeAll { POHeader.name(of: $0).lowercased() == "plural-forms" }
        let place = lines.firstIndex { $0.lowercased().hasPrefix("x-") } ?? lines.endIndex
        lines.insert(contentsOf: computed, at: place)
        var header = kept ?? POMessage()
        header.texts = [lines.map { $0 + "\n" }.joined()]
        message(header)
    }

    /// Returns the `Plural-Forms` value for a language, with forms for exact numbers first.
    static func pluralForms(of language: String, exact: [UInt64] = []) -> String {
        let plurals = IntegerPlurals(of: language)
        let expression = plurals.expression(after: exact)
        let isNumber = expression.utf8.allSatisfy { (0x30...0x39).contains($0) }
        let plural = isNumber ? expression : "(\(expression))"
        return "nplurals=\(exact.count + plurals.forms.count); plural=\(plural);"
    }

    /// Writes a message, preceded by an empty line unless it is the first message.
    mutating func message(_ message: POMessage) {
        if !bytes.isEmpty { raw("\n") }
        comments("#", message.translatorComments)
        comments("#.", message.extractedComments)
        references(message.references)
        if !message.flags.isEmpty { raw("#, \(message.flags.joined(separator: ", "))\n") }
        comments(message.isObsolete ? "#~|" : "#|", message.previous)
        mark = message.isObsolete ? "#~ " : ""
        defer { mark = "" }
        if let context = message.context { text("msgctxt", context) }
        text("msgid", message.id)
        if let plural = message.plural {
            text("msgid_plural", plural)
            for (index, form) in message.texts.enumerated() { text("msgstr[\(index)]", form) }
        } else {
            text("msgstr", message.texts.first ?? "")
        }
    }

    private mutating func raw(_ text: String) { bytes += text.utf8 }

    /// Writes comments, or nothing if one of them contains a line break.
    private mutating func comments(_ sign: String, _ lines: [String]) {
        guard !lines.contains(where: { $0.utf8.contains { $0 == 0x0A || $0 == 0x0D } }) else {
            return
        }
        for line in lines { raw(line.isEmpty ? sign + "\n" : "\(sign) \(line)\n") }
    }

    private mutating func references(_ references: [String]) {
        guard !references.contains(where: { $0.utf8.contains { $0 < 0x20 } }) else { return }
        var column = 0
        for reference in references.map(POReferences.spelled) {
            let width = DisplayWidth.columns(of: reference) + 1
            if column == 0 || column + width > Self.width {
                raw(column == 0 ? "#:" : "\n#:")
                column = 2
            }
            raw(" \(reference)")
            column += width
        }
        if column > 0 { raw("\n") }
    }

    /// Writes a keyword and its text.
    ///
    /// If the text does not fit on the keyword's line, each of its lines is written on a separate
    /// line, wrapped where Unicode allows line breaks.
    private mutating func text(_ keyword: String, _ text: String) {
        let lines = Self.lines(of: text)
        if lines.count <= 1 {
            let line = escaped(lines.first ?? "")
            if keyword.utf8.count + 3 + DisplayWidth.columns(of: line) <= Self.width {
                raw("\(mark)\(keyword) \"\(line)\"\n")
                return
            }
        }
        raw("\(mark)\(keyword) \"\"\n")
        for line in lines { wrapped(line) }
    }

    /// Returns the lines of a text, including their line breaks.
    private static func lines(of text: String) -> [Substring] {
        var lines: [Substring] = []
        var start = text.startIndex
        for index in text.utf8.indices where text.utf8[index] == 0x0A {
            let end = text.utf8.index(after: index)
            lines.append(text[start..<end])
            start = end
        }
        if start < text.endIndex { lines.append(text[start...]) }
        return lines
    }

    private mutating func wrapped(_ line: Substring) {
        var column = 1
        raw(mark + "\"")
        for piece in Segmenter.linePieces(of: String(line)) {
            let piece = escaped(piece)
            let width = DisplayWidth.columns(of: piece)
            // The closing quotation mark needs a column.
            if column > 1, column + width + 1 > Self.width {
                raw("\"\n\(mark)\"")
                column = 1
            }
            raw(piece)
            column += width
        }
        raw("\"\n")
    }

    private func escaped(_ text: Substring) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) else {
            return String(text)
        }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if let letter = POEscapes.letter(of: byte) {
                bytes += [0x5C, letter]
            } else if byte < 0x20 {
                bytes += [0x5C, 0x30, 0x30 + byte >> 3, 0x30 + byte & 7]
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
