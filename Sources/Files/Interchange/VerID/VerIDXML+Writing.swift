public import Texts
import Translation

extension VerIDXML {
    /// Writes a single file for a language, with all strings in code-point order of their
    /// originals.
    ///
    /// In the source language's file, each original is its own translation. The following are left
    /// out and listed: values that are not plain texts, characters that XML cannot represent, and
    /// texts of only white space with a line break, which readers ignore as layout.
    public func write(
        _ entries: [ExportEntry], language: LanguageTag, options: ExportOptions
    ) throws(InterchangeError) -> ExportResult {
        try SafePath.require(language.rawValue, called: "language")
        var rows: [Row] = []
        var unrepresentable: [Unrepresentable] = []
        for entry in entries {
            do {
                rows.append(try Row(entry, options))
            } catch {
                unrepresentable.append(
                    Unrepresentable(string: entry.string, reason: error.sentence))
            }
        }
        let file = OutputFile(
            path: VerIDFileName.name(of: language, among: options.languages),
            bytes: Self.document(rows, language, keepsOrder: options.layout != nil))
        var result = ExportResult(
            files: [file], unrepresentable: unrepresentable.sorted { $0.string < $1.string })
        if !VerIDFileName.canBeChosen(language, among: options.languages) {
            result.notices = [
                "No device selects \(file.path): apps look for a language and a region, and ignore scripts and variants."
            ]
        }
        return result
    }

    /// Returns a file for translators, with all originals in code-point order and empty
    /// translations.
    ///
    /// Each original appears once. If no language is given, the file's attributes are empty. Throws
    /// an error if an original is empty or cannot be represented in XML.
    public static func template(
        originals: [String], language: LanguageTag? = nil
    ) throws(InterchangeError) -> [UInt8] {
        var rows: [Row] = []
        for original in Set(originals.map { Value.Text($0) }) {
            do {
                rows.append(try Row(original: original.string))
            } catch {
                let shown = original.string.prefix(60)
                throw InterchangeError(
                    "The text “\(shown)” cannot be written to the file: \(error.sentence)",
                    hint: "Change it in the app's source.")
            }
        }
        return document(rows, language)
    }

    private static func document(
        _ rows: [Row], _ tag: LanguageTag?, keepsOrder: Bool = false
    ) -> [UInt8] {
        var output = XMLOutput()
        output.raw("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<strings")
        let parts = tag.map(VerIDFileName.parts(of:))
        output.attribute("language", String(parts?.language ?? ""))
        if let region = tag == nil ? "" : parts?.region {
            output.attribute("region", String(region))
        }
        output.raw(">\n")
        // Sorting indices is cheaper than moving rows with six texts each.
        let order =
            keepsOrder
            ? Array(rows.indices) : rows.indices.sorted { Row.precedes(rows[$0], rows[$1]) }
        for index in order { rows[index].write(to: &output) }
        output.raw("</strings>\n")
        return output.bytes
    }
}

/// A `<string>` element to be written.
private struct Row {
    private let string: StringID
    private let original: String
    private let translation: String
    private let isDeliberatelyEmpty: Bool
    private let section: String?
    private let key: String?

    init(_ entry: ExportEntry, _ options: ExportOptions) throws(XMLObstacle) {
        guard case .text(let source) = entry.source else { throw .noPlainText }
        string = entry.string
        original = source.string
        let value = options.isSource ? entry.value ?? entry.source : entry.value
        switch value {
        case .text(let text):
            translation = text.string
            isDeliberatelyEmpty = text.string.isEmpty
        case nil:
            isDeliberatelyEmpty = false
            translation =
                switch options.untranslated {
                case .omit, .empty: ""
                case .source: source.string
                case .key: entry.string.key
                }
        default: throw .noPlainText
        }
        section =
            string.section.utf8.elementsEqual(options.defaultSection.utf8)
            ? nil : string.section
        key = string.key.utf8.elementsEqual(original.utf8) ? nil : string.key
        try Self.require(string.key, original, translation)
        if let section { try XMLObstacle.require(section) }
    }

    init(original: String) throws(XMLObstacle) {
        string = StringID(section: "", key: original)
        self.original = original
        translation = ""
        isDeliberatelyEmpty = false
        section = nil
        key = nil
        try Self.require(original, original, "")
    }

    private static func require(
        _ key: String, _ original: String, _ translation: String
    ) throws(XMLObstacle) {
        guard !key.isEmpty else { throw .emptyKey }
        try XMLObstacle.require(key)
        for text in [original, translation] {
            try XMLObstacle.require(text)
            try XMLObstacle.requireNoLayout(text)
        }
    }

    /// Compares rows by the code-point order of their originals, then by section and key.
    static func precedes(_ a: Row, _ b: Row) -> Bool {
        a.original.utf8.elementsEqual(b.original.utf8)
            ? a.string < b.string
            : a.original.utf8.lexicographicallyPrecedes(b.original.utf8)
    }

    func write(to output: inout XMLOutput) {
        output.raw("    <string")
        if let section { output.attribute("section", section) }
        if let key { output.attribute("key", key) }
        output.raw(">\n        <original>")
        output.text(original)
        output.raw("</original>\n        <translation")
        if isDeliberatelyEmpty { output.attribute("empty", "true") }
        output.raw(">")
        output.text(translation)
        output.raw("</translation>\n    </string>\n")
    }
}
