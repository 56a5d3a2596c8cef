import Texts
import Translation
import Languages

/// The fields of a PO file's first message.
struct POHeader {
    /// The fields in order.
    let fields: [(name: String, value: String)]
    /// The line of the header.
    let line: Int?

    /// The field that names the case of each plural form, where an export has more than the language's.
    static let casesField = "X-Dragoman-Plural-Cases"

    /// The field that has the language's tag, where gettext's spelling leaves out what tells it from another.
    static let languageField = "X-Dragoman-Language"

    /// Takes the header of a file; one without fields where it has none.
    init(_ message: POMessage?) {
        line = message?.line
        fields = Self.lines(of: message).map { line in
            (Self.name(of: line), String(line.drop { $0 != ":" }.dropFirst().drop { $0 == " " }))
        }
    }

    /// The lines of a header, a field each.
    static func lines(of message: POMessage?) -> [String] {
        // “\r\n”, which some tools write, is one Character.
        (message?.texts.first ?? "").split(whereSeparator: \.isNewline).map(String.init)
    }

    /// The name of the field on a line.
    static func name(of line: String) -> String { String(line.prefix { $0 != ":" }) }

    /// The value of a field; nil where it is absent or empty.
    subscript(name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() && !$0.value.isEmpty }?.value
    }

    /// The language as the file spells it: as a tag where an export says that.
    ///
    /// A tag that is left over from another language, whose file was copied, is none.
    var language: String? {
        guard let spelling = self["Language"] else { return nil }
        guard let tag = self[Self.languageField], LanguageSpelling.posix(tag) == spelling else {
            return spelling
        }
        return tag
    }

    /// Returns the file as UTF-8, converted from the character set that its header names.
    static func utf8(_ bytes: [UInt8]) throws(InterchangeError) -> [UInt8] {
        let name = charset(in: bytes)
        guard let name,
            !["utf-8", "utf8", "us-ascii", "ascii", "charset"].contains(name.lowercased())
        else { return try FileText.utf8(bytes) }
        try FileText.requireSize(bytes)
        let text: String
        do { text = try Charset.decode(bytes, as: name) } catch {
            switch error {
            case .unknownName:
                throw InterchangeError(
                    "The header names the character set \(name.prefix(40)), which is unknown.",
                    hint: "Run `msgconv -t UTF-8` on the file.")
            case .malformed:
                throw InterchangeError(
                    "The file is not in the character set \(name) that its header names.",
                    hint: "Correct “charset” in the header.")
            }
        }
        return Array(text.utf8)
    }

    /// Returns the value of the first `charset=`, which is all ASCII in any set that gettext
    /// takes.
    private static func charset(in bytes: [UInt8]) -> String? {
        let mark = Array("charset=".utf8)
        let start = bytes.prefix(64 << 10).indices.first { index in
            bytes[index] == mark[0] && bytes[index...].starts(with: mark)
        }
        guard let start else { return nil }
        let name = bytes[(start + mark.count)...].prefix { byte in
            (0x21...0x7E).contains(byte) && byte != 0x5C && byte != 0x22 && byte != 0x3B
        }
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }
}
