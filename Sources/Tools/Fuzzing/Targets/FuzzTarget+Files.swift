import Extraction
import SourceStrings
import Interchange
import Texts
import Translation

/// The byte between two parts of an input: U+001E, a record separator.
let partSeparator: UInt8 = 0x1E

extension FuzzTarget {
    static let verID = FuzzTarget(
        "verid-xml", "A Ver-ID XML file: an exported file is read back unchanged.",
        maximumSize: 1 << 16,
        seeds: [
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<strings language=\"fr\" region=\"CA\">\n    <string>\n        <original>Step %d</original>\n        <translation>Étape %d</translation>\n    </string>\n</strings>\n",
            "<strings><string section=\"s\" key=\"k\"><original>a&amp;<![CDATA[<b>]]></original><translation empty=\"true\"/></string><other/></strings>",
            "<strings language=\"de\"><string><original>a&#10;b</original><translation> \n </translation></string></strings>",
        ],
        fixtures: ["Tests/InterchangeTests/Fixtures/verid"],
        words: [
            "<string>", "</string>", "<original>", "</original>", "<translation>", "</translation>",
            "<translation empty=\"true\">", "section=\"", "key=\"", "language=\"", "region=\"",
            "&lt;",
            "&#x9;", "&#13;", "&quot;", "<strings>", "</strings>",
        ]
    ) { input in
        let format = VerIDXML()
        _ = format.recognizes(path: "a.xml", bytes: input)
        let context = ReadContext(section: "default", isSource: false)
        let file: ReadFile
        do { file = try format.read(input, context: context) } catch { return .refused }
        guard let tag = LanguageTag("fr") else { return .refused }
        let trip = RoundTrip(
            format: format, tag: tag, context: context,
            entries: file.entries.map {
                ExportEntry(string: $0.string, source: $0.source ?? Value(""), value: $0.value)
            })
        try trip.check()
        return .accepted
    }

    static let i18next = FuzzTarget(
        "i18next-json",
        "i18next JSON, a source file and optionally a translation: an exported file is read back unchanged.",
        maximumSize: 1 << 16,
        seeds: [
            #"{"a":"A","b":{"c":"C","d":["x","y"]},"item_one":"{{count}} item","item_other":"{{count}} items","item":"i"}"#,
            #"{"p_ordinal_one":"1st","p_ordinal_other":"nth","a.b":"x","n":1,"t":true,"z":null}"#,
            "{\"a\":\"A\",\"i_one\":\"1\",\"i_other\":\"n\"}\u{1E}{\"a\":\"\",\"i_one\":\"1\",\"i_many\":\"m\",\"i_other\":\"n\"}",
        ],
        fixtures: ["Tests/InterchangeTests/Fixtures/i18next"],
        words: [
            "_zero", "_one", "_two", "_few", "_many", "_other", "_ordinal", "_ordinal_one",
            "_ordinal_other", ".", "\"a\":", "\"a_other\":", "\"a.b\":{", "{{count}}", "$t(a)",
        ]
    ) { input in
        let format = I18nextJSON()
        _ = format.recognizes(path: "a", bytes: input)
        let parts = input.split(
            separator: partSeparator, maxSplits: 1, omittingEmptySubsequences: false)
        guard let source = LanguageTag("en"), let other = LanguageTag("fr") else { return .refused }
        let context = ReadContext(section: "auth", isSource: true)
        let file: ReadFile
        do { file = try format.read(Array(parts[0]), context: context) } catch { return .refused }
        var values: [StringID: Value] = [:]
        for entry in file.entries { values[entry.string] = entry.value }
        try RoundTrip(
            format: format, tag: source, context: context,
            entries: file.entries.compactMap { entry in
                entry.value.map { ExportEntry(string: entry.string, source: $0, value: $0) }
            }
        ).check()
        guard parts.count > 1 else { return .accepted }
        let translated = ReadContext(
            section: "auth", isSource: false, shape: SourceShape(values: values))
        let texts: ReadFile
        do { texts = try format.read(Array(parts[1]), context: translated) } catch {
            return .refused
        }
        var translations: [StringID: Value] = [:]
        for entry in texts.entries { translations[entry.string] = entry.value }
        try RoundTrip(
            format: format, tag: other, context: translated,
            // An export contains every string in the source language, translated or not.
            entries: file.entries.compactMap { entry in
                entry.value.map {
                    ExportEntry(
                        string: entry.string, source: $0, value: translations[entry.string])
                }
            }
        ).check()
        return .accepted
    }

    static let swiftSource = FuzzTarget(
        "swift-source", "Swift source searched for texts: their template contains all of them.",
        maximumSize: 1 << 16,
        seeds: [
            "let a = translatedStrings[\"Done\"]\nself.myTranslatedStrings?[\"Step %d\", 1] // x\n",
            "#\"\"\"\nraw \\#(translatedStrings[\"a\\u{301}\"])\n\"\"\"#\n/* /* \" */ */ translatedStrings[name]\n",
        ],
        words: [
            "translatedStrings[\"", "\"]", "\"\"\"", "#\"", "\"#", "\\(", ")", "//", "/*", "*/",
            "\\u{",
            "}", "\\n", "\\#(", "##\"\"\"", "?[", "![",
        ]
    ) { input in
        let found = SwiftSource().scan(String(decoding: input, as: UTF8.self)).strings
        try law(
            "Strings are found in line order.",
            zip(found, found.dropFirst()).allSatisfy { $0.line <= $1.line })
        let originals = Set(found.filter { $0.manner == .verID }.map { Value.Text($0.key) })
            .map(\.string).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let template: [UInt8]
        do { template = try VerIDXML.template(originals: originals) } catch {
            return .refused
        }
        let file: ReadFile
        do {
            file = try VerIDXML().read(
                template, context: ReadContext(section: "s", isSource: false))
        } catch { throw BrokenLaw(law: "A template can be read.", detail: "\(error)") }
        try law(
            "A template contains every text that was found.",
            file.entries.map { Value.Text($0.string.key) } == originals.map { Value.Text($0) })
        return found.isEmpty ? .refused : .accepted
    }
}

/// Writes the content of a file, and reads it again.
struct RoundTrip {
    let format: any FileFormat
    let tag: LanguageTag
    let context: ReadContext
    let entries: [ExportEntry]

    func check() throws {
        let (bytes, leftOut) = try written(entries)
        guard !bytes.isEmpty else { return }
        let file: ReadFile
        do { file = try format.read(bytes, context: again) } catch {
            throw BrokenLaw(law: "An exported file can be read.", detail: "\(error)")
        }
        let expected = entries.filter { !leftOut.contains($0.string) }
        var wanted: [StringID: Value?] = [:]
        for entry in expected { wanted[entry.string] = .some(entry.value) }
        let found = file.entries.filter { $0.value != nil || format.traits.namesLanguage }
        for entry in found {
            guard let value = wanted.removeValue(forKey: entry.string) else {
                throw BrokenLaw(
                    law: "An exported file contains only exported strings.",
                    detail: "\(entry.string)")
            }
            try law(
                "An exported text is read back unchanged.", value == entry.value,
                "\(entry.string): \(String(describing: value)) and \(String(describing: entry.value))"
            )
        }
        try law(
            "An exported file contains every string except those reported as lost.",
            wanted.values.allSatisfy { $0 == nil }, "\(wanted.keys)")
        let twice = try written(
            expected.isEmpty ? [] : entries.filter { !leftOut.contains($0.string) })
        try law(
            "The same strings produce the same bytes.", expected.isEmpty || twice.bytes == bytes)
    }

    /// If the source is written, its own values determine which strings are plurals.
    private var again: ReadContext {
        guard context.isSource else { return context }
        var values: [StringID: Value] = [:]
        for entry in entries { values[entry.string] = entry.source }
        return ReadContext(
            section: context.section, isSource: true, shape: SourceShape(values: values))
    }

    private func written(
        _ entries: [ExportEntry]
    ) throws -> (bytes: [UInt8], leftOut: Set<StringID>) {
        let options = ExportOptions(defaultSection: "default", isSource: context.isSource)
        do {
            let result = try format.write(entries, language: tag, options: options)
            let leftOut = Set(result.unrepresentable.map(\.string))
            return (result.files.first?.bytes ?? [], leftOut)
        } catch {
            throw BrokenLaw(law: "A file that was read can be written.", detail: "\(error)")
        }
    }
}
