import Texts
import Translation

extension TermBase {
    /// Parses all concepts in a term base.
    public func catalogue(_ bytes: [UInt8]) throws(InterchangeError) -> any Catalogue {
        try TermBaseDocument(bytes)
    }
}

/// The concepts in a file.
struct TermBaseDocument: Catalogue {
    /// A concept with its terms by language, as spelled in the file and without duplicate
    /// languages.
    fileprivate struct Concept {
        let id: String?
        let line: Int
        var definition: String?
        var terms: [(language: String, terms: [String])] = []

        func terms(in language: String) -> [String]? {
            (terms.first { $0.language == language }
                ?? terms.first { FileLanguage.isSame($0.language, language) })?.terms
        }
    }

    fileprivate let concepts: [Concept]
    /// The language declared by the file.
    private let language: String?

    /// The languages in the order of their first occurrence.
    var languages: [String] {
        var seen: Set<String> = []
        return concepts.flatMap { $0.terms.map(\.language) }.filter { seen.insert($0).inserted }
    }

    init(_ bytes: [UInt8]) throws(InterchangeError) {
        let handler = Handler()
        try XMLSubtrees.read(bytes, into: handler, allowsExternalType: true)
        guard handler.isTermBase else {
            throw InterchangeError(
                "The file has no <tbx> and no <martif>.", hint: .nameFormat, line: 1)
        }
        concepts = handler.concepts
        language = handler.language
    }

    /// Reads one language: the language in the context, or otherwise the language of the file.
    func read(_ context: ReadContext) throws(InterchangeError) -> ReadFile {
        let source = context.sourceLanguage ?? language ?? languages.first ?? ""
        let languages = languages
        let only = languages.count == 1 ? languages.first : nil
        let wanted = context.language ?? only ?? (context.isSource ? source : language ?? source)
        var notices = Notices()
        var entries: [FileEntry] = []
        var known: Set<Value.Text> = []
        for concept in concepts {
            let sources = concept.terms(in: source) ?? concept.terms.first?.terms ?? []
            let key = concept.id.map(TermID.key) ?? sources.first ?? ""
            let terms = concept.terms(in: wanted) ?? []
            guard !key.isEmpty else {
                notices.leftOut("", line: concept.line, "The concept has no id and no term.")
                continue
            }
            guard known.insert(Value.Text(key)).inserted else {
                notices.leftOut(
                    key, line: concept.line, "The concept appears twice; the first one is used.")
                continue
            }
            if context.isSource, terms.isEmpty {
                notices.leftOut(
                    key, line: concept.line, "The concept has no term in the source language.")
                continue
            }
            for term in terms.dropFirst() {
                notices.note(
                    key, line: concept.line,
                    "Another term for the same concept is left out: “\(term.prefix(60))”.")
            }
            var entry = FileEntry(
                string: StringID(section: context.section, key: key),
                value: terms.first.map { Value($0) }, line: concept.line)
            if !context.isSource {
                entry.source = concept.terms(in: source)?.first.map { Value($0) }
            }
            entry.details.comment = concept.definition
            entries.append(entry)
        }
        return ReadFile(
            language: wanted.isEmpty ? nil : wanted, sourceLanguage: context.sourceLanguage,
            entries: entries, notices: notices.all)
    }

    private final class Handler: XMLSubtreeHandler {
        var concepts: [Concept] = []
        var isTermBase = false
        var language: String?

        func takesWhole(_ element: XMLNode, depth: Int) -> Bool {
            depth > 0 && ["conceptEntry", "termEntry"].contains(element.localName)
        }

        func open(_ element: XMLNode, depth: Int) {
            guard depth == 0, ["tbx", "martif"].contains(element.localName) else { return }
            isTermBase = true
            language = element.attributes["xml:lang"]
        }

        func subtree(_ node: XMLNode, depth: Int) {
            let id = node.attributes["id"]?.trimmed
            var concept = Concept(id: id?.isEmpty ?? true ? nil : id, line: node.line)
            concept.definition = Self.definition(in: node)
            for section in node.elements where ["langSec", "langSet"].contains(section.localName) {
                guard let language = section.attributes["xml:lang"], !language.isEmpty else {
                    continue
                }
                concept.definition = concept.definition ?? Self.definition(in: section)
                let terms = section.elements.compactMap(Self.term)
                guard !terms.isEmpty else { continue }
                if let index = concept.terms.firstIndex(where: { $0.language == language }) {
                    concept.terms[index].terms += terms
                } else {
                    concept.terms.append((language, terms))
                }
            }
            concepts.append(concept)
        }

        func text(_ text: String, line: Int) {}
        func comment(_ text: String, line: Int) {}
        func close(depth: Int) {}

        /// Returns the term in a `termSec`, `tig` or `ntig`, unless the term is marked as obsolete.
        private static func term(of section: XMLNode) -> String? {
            guard ["termSec", "tig", "ntig"].contains(section.localName) else { return nil }
            let group = section.localName == "ntig" ? section.first("termGrp") ?? section : section
            let isObsolete = (group.elements + section.elements).contains { note in
                let isStatus =
                    note.attributes["type"] == "administrativeStatus"
                    || note.localName == "administrativeStatus"
                let status = note.text.trimmed
                return isStatus
                    && (status.hasPrefix("deprecated") || status.hasPrefix("superseded"))
            }
            guard !isObsolete, let term = group.first("term")?.text.trimmed, !term.isEmpty else {
                return nil
            }
            return term
        }

        /// Returns the definition in a concept or language section, either directly or in a
        /// `descripGrp`.
        private static func definition(in node: XMLNode) -> String? {
            let groups = node.elements.filter { $0.localName == "descripGrp" }.flatMap(\.elements)
            let found = (node.elements + groups).first { element in
                element.localName == "definition"
                    || element.localName == "descrip"
                        && element.attributes["type"] == "definition"
            }
            guard let text = found?.text.trimmed, !text.isEmpty else { return nil }
            return text
        }
    }
}

extension String {
    /// The text without surrounding XML white space.
    fileprivate var trimmed: String {
        let start = utf8.drop(while: ByteScanner.isSpace)
        var end = Substring(start)
        while let last = end.utf8.last, ByteScanner.isSpace(last) {
            end = end[..<end.utf8.index(before: end.endIndex)]
        }
        return String(end)
    }
}
