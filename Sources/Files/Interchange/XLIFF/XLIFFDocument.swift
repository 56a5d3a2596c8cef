import JSON
import Texts
import Translation

/// The base class for reading both XLIFF versions, which collects strings and reports omitted data.
class XLIFFDocument {
    let context: ReadContext
    var notices = Notices()
    var strings: [XLIFFString] = []

    init(_ context: ReadContext) { self.context = context }

    /// Returns the contents of the file, with languages spelled as in the file.
    ///
    /// If there is no target language and the file has no targets, the file is in the source
    /// language. If it has targets, the language is unknown, because the standards allow the sender
    /// to choose it.
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
        notices.once("comment", line: line, "XML comments are not imported.")
    }

    func close(depth: Int) {}

    /// Returns the attributes of an element that are not handled elsewhere.
    ///
    /// Attributes in other namespaces are left out and reported.
    func attributes(
        of node: XMLNode, but known: [String]
    ) -> [(key: String, value: JSONValue)] {
        node.attributes.values.compactMap { name, value in
            guard !known.contains(name) else { return nil }
            // An export declares no prefixes, and the prefix `xml` needs no declaration.
            guard !name.utf8.contains(UInt8(ascii: ":")) || name.hasPrefix("xml:") else {
                notices.once(
                    "\(node.localName).\(name)", line: node.line,
                    "The attribute \(name) of <\(node.name)> is not imported.")
                return nil
            }
            return (name, .string(value))
        }
    }

    /// Returns the notes among elements.
    ///
    /// Notes without attributes form the comment, and all other notes are kept unchanged.
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

/// Writes notes that have attributes.
enum XLIFFNote {
    /// Writes a note read by ``XLIFFDocument/notes(among:)``.
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

/// Interprets the `original` attribute of files.
///
/// In Xcode's exports, this attribute is the path of a table in the project.
enum XLIFFOriginal {
    /// Returns the section for an original.
    ///
    /// If the original is the path of a table, the section is the table. Otherwise, it is the
    /// original itself. If the original cannot be the name of a section, such as a path outside its
    /// directory, it specifies no section.
    static func section(of original: String, _ context: ReadContext) -> String {
        guard let place = table(of: original) else {
            let isSection = SafePath.isSafe(original) && !isSymfony(original)
            return context.section(of: isSection ? original : nil)
        }
        return context.section(of: place.section)
    }

    /// Returns whether an original is the value that Symfony writes to all files and that is not a
    /// section: <https://github.com/symfony/translation/blob/6.4/Dumper/XliffFileDumper.php>.
    static func isSymfony(_ original: String?) -> Bool { original == "file.ext" }

    /// Returns whether an original cannot be derived from its section and must therefore be stored.
    static func isKept(_ original: String) -> Bool {
        !original.isEmpty && (table(of: original) != nil || !SafePath.isSafe(original))
    }

    /// Returns the place of a table; `nil` if the path does not belong to a table.
    ///
    /// The texts in a storyboard are in a table with the same name.
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
