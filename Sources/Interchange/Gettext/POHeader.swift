import Texts
import Translation
import Languages

/// The fields of a PO file's first message.
struct POHeader {
    /// The fields in order.
    let fields: [(name: String, value: String)]
    /// What stands above it.
    let comments: [String]
    /// The line of the header.
    let line: Int?

    /// The field that names the case of each plural form, where an export has more than the language's.
    static let casesField = "X-Dragoman-Plural-Cases"

    /// The field that has the language's tag, where gettext's spelling leaves out what tells it from another.
    static let languageField = "X-Dragoman-Language"

    /// What gettext's tools write themselves.
    private static let usual: Set<String> = [
        "project-id-version", "report-msgid-bugs-to", "pot-creation-date", "po-revision-date",
        "last-translator", "language-team", "language", "mime-version", "content-type",
        "content-transfer-encoding", "plural-forms", "x-generator",
        casesField.lowercased(), languageField.lowercased(),
    ]

    /// Takes the header of a file; one without fields where it has none.
    init(_ message: POMessage?) {
        line = message?.line
        comments =
            (message?.translatorComments ?? []).filter { !$0.isEmpty }
            + (message?.extractedComments ?? [])
        // “\r\n”, which some tools write, is one Character.
        fields = (message?.texts.first ?? "").split(whereSeparator: \.isNewline).compactMap {
            line in
            let pair = line.split(separator: ":", maxSplits: 1)
            guard let name = pair.first else { return nil }
            let value = pair.count > 1 ? pair[1].drop { $0 == " " } : ""
            return (String(name), String(value))
        }
    }

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

    /// What is not taken over.
    var notice: FileNotice? {
        let left = fields.filter { !Self.usual.contains($0.name.lowercased()) }
        var parts = left.map { "the field \($0.name)" }
        if !comments.isEmpty { parts.append("the comment") }
        guard !parts.isEmpty else { return nil }
        return FileNotice(
            line: line,
            message: "Of the header, \(parts.joined(separator: ", ")) is left out.")
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

    /// What follows the first `charset=`, which is all ASCII in any set that gettext takes.
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
