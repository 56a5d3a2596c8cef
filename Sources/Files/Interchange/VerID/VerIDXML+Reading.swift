import Texts
import Translation

extension VerIDXML {
    /// Reads a UTF-8 file of at most 64 MiB, without a document type.
    ///
    /// Texts are kept byte for byte. The exception is a text that consists only of white space and
    /// contains a line break. Such a text was inserted by an indenting editor and counts as empty.
    /// Throws an error with a line number for a string without an original or translation, a
    /// duplicate string, and markup inside a text. Unknown elements and texts are left out with a
    /// notice.
    public func read(
        _ bytes: [UInt8], context: ReadContext
    ) throws(InterchangeError) -> ReadFile {
        let document = VerIDDocument(context)
        try XMLReader.read(bytes, into: document)
        return document.file
    }
}

/// Collects the contents of a Ver-ID file during parsing.
final class VerIDDocument: XMLContentHandler {
    private(set) var file = ReadFile(entries: [])
    private(set) var attributes = VerIDAttributes(language: nil, region: nil)
    private let context: ReadContext
    private var place = Place.outside
    private var current = OpenString(attributes: XMLAttributes(), line: 0)
    private var text: [UInt8] = []
    private var hasEmptyMark = false
    /// The number of unknown elements that are currently open.
    private var unknownDepth = 0
    private var lines: [StringID: Int] = [:]
    private var noted: Set<String> = []

    private enum Place { case outside, strings, string, original, translation }

    private struct OpenString {
        let attributes: XMLAttributes
        let line: Int
        var original: String?
        var translation: String?
        var isMarkedEmpty = false
    }

    init(_ context: ReadContext) { self.context = context }

    func startElement(
        _ name: String, attributes: XMLAttributes, line: Int
    ) throws(InterchangeError) {
        guard unknownDepth == 0 else {
            unknownDepth += 1
            return
        }
        switch (place, name) {
        case (.outside, "strings"):
            self.attributes = VerIDAttributes(
                language: attributes["language"], region: attributes["region"])
            file.language = VerIDFileName.tag(
                language: attributes["language"], region: attributes["region"])
            place = .strings
        case (.outside, _):
            throw InterchangeError(
                "The file begins with <\(name)>, but a Ver-ID file begins with <strings>.",
                hint: .nameFormat, line: line)
        case (.strings, "string"):
            current = OpenString(attributes: attributes, line: line)
            place = .string
        case (.string, "original"):
            try requireFirst(current.original, name, line)
            open(.original)
        case (.string, "translation"):
            try requireFirst(current.translation, name, line)
            hasEmptyMark = attributes["empty"] == "true"
            open(.translation)
        case (.string, "string"):
            throw InterchangeError(
                "A <string> is inside the <string> on line \(current.line).",
                hint: "Close the outer one first.", line: line)
        case (.original, _), (.translation, _):
            throw InterchangeError(
                "The markup <\(name)> is inside a text.",
                hint: "Write it as text: &lt;\(name)&gt;.", line: line)
        default:
            unknownDepth = 1
            note(name, line, "The element <\(name)> is unknown and is not imported.")
        }
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>, line: Int) throws(InterchangeError) {
        guard unknownDepth == 0 else { return }
        switch place {
        case .original, .translation:
            guard text.count + bytes.count <= VerIDXML.maximumTextSize else {
                throw InterchangeError(
                    "A text is larger than \(VerIDXML.maximumTextSize >> 20) MiB.",
                    hint: "Shorten it.", line: line)
            }
            text.append(contentsOf: bytes)
        case .outside, .strings, .string:
            if bytes.contains(where: { !ByteScanner.isSpace($0) }) {
                note("", line, "Text outside of <original> and <translation> is not imported.")
            }
        }
    }

    func endElement(line: Int) throws(InterchangeError) {
        guard unknownDepth == 0 else {
            unknownDepth -= 1
            return
        }
        switch place {
        case .original:
            current.original = closedText()
            place = .string
        case .translation:
            current.translation = closedText()
            current.isMarkedEmpty = hasEmptyMark
            place = .string
        case .string:
            try close()
            place = .strings
        case .strings, .outside: place = .outside
        }
    }

    private func open(_ place: Place) {
        text.removeAll(keepingCapacity: true)
        self.place = place
    }

    private func closedText() -> String {
        let isLayout = text.allSatisfy(ByteScanner.isSpace) && text.contains(0x0A)
        return isLayout ? "" : String(decoding: text, as: UTF8.self)
    }

    private func requireFirst(
        _ text: String?, _ name: String, _ line: Int
    ) throws(InterchangeError) {
        guard text != nil else { return }
        throw InterchangeError(
            "The <string> on line \(current.line) has a second <\(name)>.",
            hint: "Remove one of them.", line: line)
    }

    private func close() throws(InterchangeError) {
        let line = current.line
        guard let original = current.original, let translation = current.translation else {
            let name = current.original == nil ? "original" : "translation"
            throw InterchangeError(
                "The <string> has no <\(name)>.", hint: "Add it, or remove the <string>.",
                line: line)
        }
        let key = current.attributes["key"] ?? original
        guard !key.isEmpty else {
            throw InterchangeError(
                "The <string> has an empty <original>.",
                hint: "Write the source text into it, or remove the <string>.", line: line)
        }
        let string = StringID(
            section: context.section(of: current.attributes["section"]), key: key)
        if let first = lines.updateValue(line, forKey: string) {
            throw InterchangeError(
                "The string “\(key.prefix(60))” appears on line \(first) and again on line \(line).",
                hint: "Remove one of them.", line: line)
        }
        if current.isMarkedEmpty && !translation.isEmpty {
            file.notices.append(
                FileNotice(
                    key: key, line: line,
                    message:
                        "The translation is marked as empty, but has a text, which was imported.")
            )
        }
        let isEmpty = translation.isEmpty
        file.entries.append(
            FileEntry(
                string: string, source: .text(Value.Text(original)),
                value: isEmpty && !current.isMarkedEmpty ? nil : .text(Value.Text(translation)),
                isDeliberatelyEmpty: isEmpty && current.isMarkedEmpty, line: line))
    }

    /// Adds a notice once per name, so that an untrusted file cannot create millions of notices.
    private func note(_ name: String, _ line: Int, _ message: String) {
        guard noted.count < 100, noted.insert(name).inserted else { return }
        file.notices.append(FileNotice(line: line, message: message))
    }
}
