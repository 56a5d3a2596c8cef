import Languages
import Translation

/// The words in which two texts differ, as people want to see them marked.
enum MarkedWords {
    /// Returns the runs that lead from one text to another, cut where ICU ends words.
    ///
    /// Texts that share no word, only spaces and signs, are replaced as a whole: marks between the signs would be
    /// read by nobody.
    static func changes(from old: String, to new: String) -> [WordDiff.Change] {
        let changes = WordDiff.changes(
            from: Segmenter.words(in: old), to: Segmenter.words(in: new))
        guard changes.contains(where: { $0.kind != .kept }),
            !changes.contains(where: { $0.kind == .kept && hasWord($0.text) })
        else { return changes }
        return [WordDiff.Change(.removed, old), WordDiff.Change(.added, new)]
            .filter { !$0.text.isEmpty }
    }

    private static func hasWord(_ text: String) -> Bool {
        text.unicodeScalars.contains {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
                || $0.properties.isEmoji && !$0.isASCII
        }
    }
}
