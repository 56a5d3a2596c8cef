import Texts
import Translation

extension TermBase {
    /// Writes `<section>.tbx` for each section, with all languages.
    ///
    /// The following are left out and listed: plurals and other trees, empty texts, and texts with
    /// surrounding white space, which would be lost.
    public func write(
        _ languages: [LanguageEntries], options: ExportOptions
    ) throws(InterchangeError) -> ExportResult {
        var tables: [Value.Text: Table] = [:]
        var unrepresentable: [Unrepresentable] = []
        for language in languages {
            var own = options
            own.isSource = language.isSource
            for entry in language.entries {
                guard let value = entry.written(own) else { continue }
                do throws(Obstacle) {
                    try tables[Value.Text(entry.string.section), default: Table()]
                        .add(entry, value, language.language)
                } catch {
                    unrepresentable.append(
                        Unrepresentable(
                            string: entry.string, reason: error.sentence,
                            language: language.language))
                }
            }
        }
        let source = languages.first { $0.isSource }?.language ?? options.sourceLanguage
        var files: [OutputFile] = []
        for (section, table) in tables where !table.concepts.isEmpty {
            try SafePath.require(section.string, called: "section")
            guard !section.string.utf8.contains(UInt8(ascii: "/")) else {
                throw InterchangeError(
                    "The section “\(section.string)” would be a directory.",
                    hint: "Rename it, or export it in another format.")
            }
            files.append(
                OutputFile(
                    path: section.string + Self.ending, section: section.string,
                    bytes: table.encoded(source: source)))
        }
        return ExportResult(
            files: files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) },
            unrepresentable: unrepresentable)
    }

    /// The reason why a term cannot be written.
    private struct Obstacle: Error {
        let sentence: String
    }

    /// The concepts in a section.
    private struct Table {
        struct Concept {
            let key: String
            let definition: String?
            var terms: [(language: LanguageTag, term: String)] = []
        }

        private(set) var concepts: [Concept] = []
        private var indices: [Value.Text: Int] = [:]

        mutating func add(
            _ entry: ExportEntry, _ value: Value, _ language: LanguageTag
        ) throws(Obstacle) {
            guard let term = value.plainText else {
                throw Obstacle(sentence: XMLObstacle.noPlainText.sentence)
            }
            let key = entry.string.key
            guard !key.isEmpty else { throw Obstacle(sentence: XMLObstacle.emptyKey.sentence) }
            for text in [term, key, entry.details.comment ?? ""] {
                do {
                    try XMLObstacle.require(text)
                } catch {
                    throw Obstacle(sentence: error.sentence)
                }
            }
            let ends = [term.utf8.first, term.utf8.last].compactMap(\.self)
            guard !ends.isEmpty, !ends.contains(where: ByteScanner.isSpace) else {
                throw Obstacle(
                    sentence:
                        "In this format, a term cannot be empty or have white space around it.")
            }
            let name = Value.Text(key)
            let index = indices[name] ?? concepts.count
            if index == concepts.count {
                indices[name] = index
                concepts.append(Concept(key: key, definition: entry.details.comment))
            }
            concepts[index].terms.append((language, term))
        }

        func encoded(source: LanguageTag?) -> [UInt8] {
            var output = XMLOutput()
            output.raw(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tbx type=\"TBX-Basic\" style=\"dca\"")
            output.attribute("xml:lang", source?.rawValue ?? "en")
            output.raw(" xmlns=\"urn:iso:std:iso:30042:ed-2\">\n")
            output.raw(
                "  <tbxHeader>\n    <fileDesc>\n      <sourceDesc>\n        <p>Exported by dragoman.</p>\n"
                    + "      </sourceDesc>\n    </fileDesc>\n  </tbxHeader>\n  <text>\n    <body>\n"
            )
            for concept in concepts {
                output.raw("      <conceptEntry")
                output.attribute("id", TermID.id(of: concept.key))
                output.raw(">\n")
                if let definition = concept.definition, !definition.isEmpty {
                    output.raw("        <descrip type=\"definition\">")
                    output.text(definition)
                    output.raw("</descrip>\n")
                }
                for (language, term) in concept.terms {
                    output.raw("        <langSec")
                    output.attribute("xml:lang", language.rawValue)
                    output.raw(">\n          <termSec>\n            <term>")
                    output.text(term)
                    output.raw("</term>\n          </termSec>\n        </langSec>\n")
                }
                output.raw("      </conceptEntry>\n")
            }
            output.raw("    </body>\n  </text>\n</tbx>\n")
            return output.bytes
        }
    }
}
