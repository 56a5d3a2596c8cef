import Texts
package import Translation

/// Finds texts that do not use the project's agreed terms.
///
/// The strings in the `glossary` section are the terms. If another string's source contains a
/// term's source as whole words, its text must contain the term's translation. Case is ignored, and
/// words may have inflected endings.
package struct GlossaryCheck: LanguageCheck {
    /// The section whose strings are terms.
    package static let section = "glossary"
    package let info = CheckInfo.glossary

    package init() {}

    /// Returns a finding for each term that a text lacks.
    package func findings(in texts: [TranslatedString]) -> [(index: Int, finding: Finding)] {
        let glossary = Glossary(texts)
        guard !glossary.isEmpty else { return [] }
        return texts.indices.flatMap { index -> [(Int, Finding)] in
            let text = texts[index]
            guard !text.section.hasSameBytes(as: Self.section), !text.target.isEmptyText else {
                return []
            }
            return missing(glossary, in: text).map { term in
                (
                    index,
                    finding(
                        "The glossary has \(Wording.quoted(term.target)) for "
                            + "\(Wording.quoted(term.source)), but the text does not use it.")
                )
            }
        }
    }

    private func missing(_ glossary: Glossary, in text: TranslatedString) -> [Glossary.Term] {
        let wanted = glossary.terms(in: text.source)
        guard !wanted.isEmpty else { return [] }
        let said = text.target.texts.map {
            Glossary.words(in: Glossary.prose($0.text)).joined(separator: " ")
        }
        return wanted.filter { term in
            !said.contains { Self.contains(term.stems, in: $0) }
        }
    }

    /// Returns whether a text contains all stems in order.
    private static func contains(_ stems: [String], in text: String) -> Bool {
        var rest = text.utf8[...]
        for stem in stems {
            guard let end = end(of: Array(stem.utf8), in: rest) else { return false }
            rest = rest[end...]
        }
        return true
    }

    private static func end(of stem: [UInt8], in text: Substring.UTF8View) -> String.Index? {
        var rest = text
        while !rest.isEmpty {
            if rest.starts(with: stem) { return rest.index(rest.startIndex, offsetBy: stem.count) }
            rest = rest.dropFirst()
        }
        return nil
    }
}
