import Texts

/// Tags that affect only the appearance of a piece of text.
///
/// A translation may use MediaWiki's apostrophes instead. It may also highlight a piece that is not
/// highlighted in the source, such as a foreign word.
enum MarkupFormatting {
    /// HTML's text-level elements, including obsolete elements.
    ///
    /// Source: <https://html.spec.whatwg.org/multipage/text-level-semantics.html>.
    static let names: Set<String> = [
        "abbr", "b", "bdi", "bdo", "big", "cite", "code", "dfn", "em", "i", "kbd", "mark", "q", "s",
        "samp", "small", "span", "strong", "sub", "sup", "tt", "u", "var",
    ]

    /// Elements that change only the look of letters, in HTML, Pango and game markup.
    static let looks: Set<String> = [
        "b", "bold", "em", "i", "italic", "s", "small", "strong", "tt", "u",
    ]

    /// MediaWiki's element for text that is not wiki markup.
    ///
    /// The element itself is invisible.
    static let unseen: Set<String> = ["nowiki"]

    /// Returns the number of pieces that MediaWiki's `''` and `'''` set in italics and bold.
    static func apostrophes(in text: ScannedText) -> (italic: Int, bold: Int) {
        guard text.contains("'") else { return (0, 0) }
        let bytes = text.bytes
        var marks = (italic: 0, bold: 0)
        var index = 0
        while let start = bytes[index...].firstIndex(of: UInt8(ascii: "'")) {
            let count = bytes[start...].prefix { $0 == UInt8(ascii: "'") }.count
            index = start + count
            switch count {
            // In ICU messages, an apostrophe inside a word is doubled.
            case 2 where !(isLetter(bytes, start - 1) && isLetter(bytes, index)): marks.italic += 1
            case 3, 4: marks.bold += 1
            case 5...: marks = (marks.italic + 1, marks.bold + 1)
            default: break
            }
        }
        return (marks.italic / 2, marks.bold / 2)
    }

    private static func isLetter(_ bytes: [UInt8], _ index: Int) -> Bool {
        bytes.indices.contains(index)
            && (bytes[index] >= 0x80 || PlaceholderScanner.isLetter(bytes[index]))
    }
}

extension MultisetDifference<MarkupTag> {
    /// Ignores formatting that is only written differently, and pieces that only the translation
    /// highlights.
    mutating func forgiveFormatting(in pair: TextPair, source: [MarkupTag], target: [MarkupTag]) {
        let given = MarkupFormatting.apostrophes(in: pair.source)
        let used = MarkupFormatting.apostrophes(in: pair.target)
        for (names, given, used) in [
            (["strong", "b"], given.bold, used.bold), (["em", "i"], given.italic, used.italic),
        ] {
            missing.removePairs(of: Set(names), atMost: used - given)
            extra.removePairs(of: Set(names), atMost: given - used)
        }
        guard MarkupTag.firstMisplaced(in: target) == nil else { return }
        missing.removePairs(of: MarkupFormatting.unseen)
        extra.removePairs(of: MarkupFormatting.unseen)
        // If the source has HTML elements, the app renders HTML.
        let isRendered = source.contains { !$0.name.utf8.allSatisfy(PlaceholderScanner.isDigit) }
        if isRendered, missing.isEmpty {
            extra.removePairs(of: MarkupFormatting.names)
            extra.removeAll { $0.name == "br" }
        }
    }
}

extension [MarkupTag] {
    /// Removes pairs of opening and closing tags with the given names.
    fileprivate mutating func removePairs(of names: Set<String>, atMost limit: Int = .max) {
        var left = limit
        while left > 0,
            let opening = firstIndex(where: { $0.role == .opening && names.contains($0.name) }),
            let closing = firstIndex(where: { $0.role == .closing && $0.name == self[opening].name }
            )
        {
            remove(at: Swift.max(opening, closing))
            remove(at: Swift.min(opening, closing))
            left -= 1
        }
    }
}
