import JSON
import Texts
import Translation

/// The common base of the readers of both versions: it collects strings, and notes what they
/// leave out.
class XLIFFDocument {
    let context: ReadContext
    var notices = Notices()
    var strings: [XLIFFString] = []

    init(_ context: ReadContext) { self.context = context }

    /// Returns the content of the file, in its languages as it spells them.
    ///
    /// Without a target language it is in the source language, unless it has targets: the
    /// standards let a file leave the language of these to the sender.
    func finished(source: String?, target: String?) -> ReadFile {
        let hasTargets = strings.contains { $0.units.contains { $0.target != nil } }
        let language = target ?? (hasTargets ? nil : source)
        var stubs: [StringID: ReadFile.Stub] = [:]
        let entries = strings.compactMap { $0.entry(context, &notices, &stubs) }
        var read = ReadFile(
            language: language, sourceLanguage: source, entries: entries, notices: notices.all)
        read.stubs = stubs
        return read
    }

    func text(_ text: String, line: Int) {
        guard !text.utf8.allSatisfy(ByteScanner.isSpace) else { return }
        notices.once("text", line: line, "Text between the elements is not imported.")
    }

    func comment(_ text: String, line: Int) {
        notices.once("comment", line: line, "Comments of XML are not imported.")
    }

    func close(depth: Int) {}

    /// The attributes of an element that nothing else says; those of other namespaces are left out and noted.
    func attributes(
        of node: XMLNode, but known: [String]
    ) -> [(key: String, value: JSONValue)] {
        node.attributes.values.compactMap { name, value in
            guard !known.contains(name) else { return nil }
            // An export declares no prefixes; that of XML itself needs no declaration.
            guard !name.utf8.contains(UInt8(ascii: ":")) || name.hasPrefix("xml:") else {
                notices.once(
                    "\(node.localName).\(name)", line: node.line,
                    "The attribute \(name) of <\(node.name)> is not imported.")
                return nil
            }
            return (name, .string(value))
        }
    }

    /// The notes among elements: those without attributes are the comment, the others are kept as they are.
    func notes(
        among elements: [XMLNode]
    ) -> (comment: String?, others: [JSONValue]) {
        var plain: [String] = []
        var others: [JSONValue] = []
        for note in elements where note.localName == "note" {
            if note.attributes.values.isEmpty {
                if !note.text.isEmpty { plain.append(note.text) }
            } else {
                others.append(
                    .object { object in
                        object.add("text", note.text)
                        for (name, value) in attributes(of: note, but: ["text"]) {
                            object.add(name, value)
                        }
                    })
            }
        }
        return (plain.isEmpty ? nil : plain.joined(separator: "\n"), others)
    }
}

/// Notes with attributes.
enum XLIFFNote {
    /// Writes a note that ``XLIFFDocument/notes(among:)`` read.
    static func write(_ note: JSONValue, to output: inout XMLOutput) {
        output.raw("<note")
        for (name, value) in note.objectValue?.members ?? [] where name != "text" {
            if let value = value.stringValue { output.attribute(name, value) }
        }
        output.raw(">")
        output.text(note.objectValue?["text"]?.stringValue ?? "")
        output.raw("</note>\n")
    }
}

/// The `original` of files: of those that Xcode exports, the path of a table in the project.
enum XLIFFOriginal {
    /// Returns the section of an original: the table, where it is the path of one; none of its own has a path that leads
    /// elsewhere, or that no section can have.
    static func section(of original: String, _ context: ReadContext) -> String {
        guard let place = table(of: original) else {
            let isSection = SafePath.isSafe(original) && !isSymfony(original)
            return context.section(of: isSection ? original : nil)
        }
        return context.section(of: place.section)
    }

    /// Whether an original is what Symfony writes into all files, so that it says no section:
    /// <https://github.com/symfony/translation/blob/6.4/Dumper/XliffFileDumper.php>.
    static func isSymfony(_ original: String?) -> Bool { original == "file.ext" }

    /// Whether a section does not say the original, so that it must be kept.
    static func isKept(_ original: String) -> Bool {
        !original.isEmpty && (table(of: original) != nil || !SafePath.isSafe(original))
    }

    /// Returns the place of a table; `nil` if the path is of something else.
    ///
    /// The texts of a storyboard are in a table of its name.
    private static func table(of original: String) -> FilePlace? {
        for ending in [".storyboard", ".xib"] {
            guard let stem = FilePath.removing(ending, from: original) else { continue }
            return AppleStrings().place(ofPath: stem + ".strings")
        }
        guard let name = FilePath.parts(original).last,
            FilePath.hasEnding(".strings", ".stringsdict", ".xcstrings", in: name)
        else { return nil }
        return FilePath.hasEnding(".xcstrings", in: name)
            ? XCStrings().place(ofPath: original) : AppleStrings().place(ofPath: original)
    }
}
