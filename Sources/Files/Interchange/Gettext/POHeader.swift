import Texts
import Translation
import Languages

/// The header fields in the first message of a PO file.
struct POHeader {
    /// The fields in file order.
    let fields: [(name: String, value: String)]
    /// The line number of the header, if there is a header.
    let line: Int?

    /// The field that lists the case of each plural form if an export has forms for exact numbers.
    static let casesField = "X-Dragoman-Plural-Cases"

    /// The field that contains the language tag if gettext's spelling is ambiguous.
    static let languageField = "X-Dragoman-Language"

    /// Parses the header of a file; there are no fields if the file has no header.
    init(_ message: POMessage?) {
        line = message?.line
        fields = Self.lines(of: message).map { line in
            (Self.name(of: line), String(line.drop { $0 != ":" }.dropFirst().drop { $0 == " " }))
        }
    }

    /// Returns the lines of a header, one per field.
    static func lines(of message: POMessage?) -> [String] {
        // “\r\n”, which some tools write, is a single Character.
        (message?.texts.first ?? "").split(whereSeparator: \.isNewline).map(String.init)
    }

    /// Returns the name of the field on a line.
    static func name(of line: String) -> String { String(line.prefix { $0 != ":" }) }

    /// The value of a field; nil if it is absent or empty.
    subscript(name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() && !$0.value.isEmpty }?.value
    }

    /// The language as spelled in the file, or as a tag if an export wrote a tag.
    ///
    /// If the tag does not match the spelling, it was copied from another language's file and is
    /// ignored.
    var language: String? {
        guard let spelling = self["Language"] else { return nil }
        guard let tag = self[Self.languageField], LanguageSpelling.posix(tag) == spelling else {
            return spelling
        }
        return tag
    }

    /// Converts a file to UTF-8 from the character set declared in its header.
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
                    "The header declares the character set \(name.prefix(40)), which is unknown.",
                    hint: Refusal.Hint(
                        typed: "Run `msgconv -t UTF-8` on the file.", page: "Save it as UTF-8."))
            case .malformed:
                throw InterchangeError(
                    "The file is not in the character set \(name) that its header declares.",
                    hint: "Correct “charset” in the header.")
            }
        }
        return Array(text.utf8)
    }

    /// Returns the value of the first `charset=`, if any.
    ///
    /// This value is ASCII in all character sets that gettext supports.
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
