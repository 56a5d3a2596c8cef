import Texts

/// The tags that only say how a piece of a text looks.
///
/// A translation may write them as MediaWiki's apostrophes, and may set off a piece that the source does not, as a foreign word.
enum MarkupFormatting {
    /// HTML's elements for pieces of text, <https://html.spec.whatwg.org/multipage/text-level-semantics.html>, and older ones.
    static let names: Set<String> = [
        "abbr", "b", "bdi", "bdo", "big", "cite", "code", "dfn", "em", "i", "kbd", "mark", "q", "s",
        "samp", "small", "span", "strong", "sub", "sup", "tt", "u", "var",
    ]

    /// The elements that only change the look of letters, in HTML, Pango and the markup of games.
    static let looks: Set<String> = [
        "b", "bold", "em", "i", "italic", "s", "small", "strong", "tt", "u",
    ]

    /// MediaWiki's element for what is no markup of the wiki; nobody sees it.
    static let unseen: Set<String> = ["nowiki"]

    /// The number of pieces that MediaWiki's `''` and `'''` set in italics and in bold.
    static func apostrophes(in text: ScannedText) -> (italic: Int, bold: Int) {
        guard text.contains("'") else { return (0, 0) }
        let bytes = text.bytes
        var marks = (italic: 0, bold: 0)
        var index = 0
        while let start = bytes[index...].firstIndex(of: UInt8(ascii: "'")) {
            let count = bytes[start...].prefix { $0 == UInt8(ascii: "'") }.count
            index = start + count
            switch count {
            // ICU writes an apostrophe within a word as two.
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
    /// Leaves out what makes a text look otherwise only in how it is written, and pieces that the translation alone sets off.
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
        // If the source has HTML elements, the app renders them.
        let isRendered = source.contains { !$0.name.utf8.allSatisfy(PlaceholderScanner.isDigit) }
        if isRendered, missing.isEmpty {
            extra.removePairs(of: MarkupFormatting.names)
            extra.removeAll { $0.name == "br" }
        }
    }
}

extension [MarkupTag] {
    /// Removes pairs of an opening and a closing tag of some names.
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
