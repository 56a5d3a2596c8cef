import Checks
import Languages
package import Texts
package import Translation

/// The words in which two texts differ, for display.
package enum MarkedWords {
    /// Returns the runs that change one text into another, split at ICU's word breaks.
    ///
    /// If the texts share only spaces and punctuation but no word, the whole text counts as
    /// replaced, because marks between punctuation would not help the reader.
    package static func changes(from old: String, to new: String) -> [WordDiff.Change] {
        changes(from: old, Segmenter.words(in: old), to: new, Segmenter.words(in: new))
    }

    /// Returns the runs that change one text into another, with each placeholder or tag as one
    /// word.
    ///
    /// `source` is the source text. Together with the string's notations, it determines which parts
    /// count as placeholders or tags.
    package static func changes(
        from old: String, to new: String, source: String, notations: PlaceholderNotations
    ) -> [WordDiff.Change] {
        changes(
            from: old, words(of: old, source, notations), to: new,
            words(of: new, source, notations))
    }

    private static func changes(
        from old: String, _ oldWords: [Substring], to new: String, _ newWords: [Substring]
    ) -> [WordDiff.Change] {
        let changes = WordDiff.changes(from: oldWords, to: newWords)
        guard changes.contains(where: { $0.kind != .kept }),
            !changes.contains(where: { $0.kind == .kept && hasWord($0.text) })
        else { return changes }
        return [WordDiff.Change(.removed, old), WordDiff.Change(.added, new)]
            .filter { !$0.text.isEmpty }
    }

    private static func words(
        of text: String, _ source: String, _ notations: PlaceholderNotations
    ) -> [Substring] {
        var words: [Substring] = []
        var position = text.startIndex
        for part in ProtectedPart.parts(of: text, source: source, notations: notations) {
            let start = text.utf8.index(text.utf8.startIndex, offsetBy: part.range.lowerBound)
            let end = text.utf8.index(start, offsetBy: part.range.count)
            if position < start { words += Segmenter.words(in: String(text[position..<start])) }
            words.append(text[start..<end])
            position = end
        }
        if position < text.endIndex { words += Segmenter.words(in: String(text[position...])) }
        return words
    }

    private static func hasWord(_ text: String) -> Bool {
        text.unicodeScalars.contains {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
                || $0.properties.isEmoji && !$0.isASCII
        }
    }
}
