import Texts

/// Finds suggestions for an unknown word: “did you mean …?”.
public enum NearestMatches {
    /// The maximum edit distance of a match, for words of any length.
    public static let maximumDistance = 8

    /// Returns the candidates that are most similar to a word, best match first.
    ///
    /// A candidate is similar if it starts with the word, contains it, or differs by a few typing
    /// errors. Typing errors are added, missing, replaced or swapped letters, and their number is
    /// limited to a third of the word's length. Letter case has little weight. Ties are sorted by
    /// difference in length, then by bytes, so the result does not depend on the order of the
    /// candidates. Each candidate is returned once.
    ///
    /// The cost per candidate is a small multiple of its length. If its length differs a lot from
    /// the word's, the only cost is a substring search.
    public static func of(
        _ word: String, among candidates: some Sequence<String>, limit: Int = 3
    ) -> [String] {
        guard limit > 0, !word.isEmpty else { return [] }
        let pattern = Pattern(word)
        var best: [Match] = []
        for candidate in candidates {
            guard let match = pattern.match(candidate) else { continue }
            if best.count == limit, let last = best.last, !(match < last) { continue }
            guard !best.contains(where: { $0.text.hasSameBytes(as: candidate) }) else { continue }
            best.insert(match, at: best.firstIndex { match < $0 } ?? best.endIndex)
            if best.count > limit { best.removeLast() }
        }
        return best.map(\.text)
    }

    /// A similar candidate and its penalty.
    private struct Match {
        let text: String
        let penalty: Int
        let lengthDifference: Int

        static func < (a: Match, b: Match) -> Bool {
            if a.penalty != b.penalty { return a.penalty < b.penalty }
            if a.lengthDifference != b.lengthDifference {
                return a.lengthDifference < b.lengthDifference
            }
            return a.text.precedesInBytes(b.text)
        }
    }

    /// The word, prepared for repeated comparisons.
    private struct Pattern {
        let word: String
        let folded: [UInt32]
        let bound: Int

        /// The penalty for each edit.
        ///
        /// A difference in letter case only costs 1.
        private static let edit = 10
        private static let prefix = 15
        private static let inside = 25

        init(_ word: String) {
            self.word = word
            folded = Self.fold(word)
            bound = min(NearestMatches.maximumDistance, max(1, (folded.count + 1) / 3))
        }

        static func fold(_ text: String) -> [UInt32] {
            text.lowercased().unicodeScalars.map(\.value)
        }

        func match(_ candidate: String) -> Match? {
            let other = Self.fold(candidate)
            var penalty: Int?
            if other.count >= folded.count, folded.count >= 2, other.starts(with: folded) {
                penalty = other.count == folded.count ? 0 : Self.prefix
            } else if folded.count >= 3, other.count > folded.count, contains(other) {
                penalty = Self.inside
            }
            // An edit changes half of a two-letter word, so such words must share their first
            // letter: “v3” is similar to “v1”, but nobody who types “ar” means “fr”.
            let isLong = folded.count > 2 || folded.first == other.first
            if isLong, let distance = EditDistance.between(folded, other, bound: bound) {
                penalty = min(penalty ?? .max, distance * Self.edit)
            }
            guard var penalty else { return nil }
            if penalty == 0, !candidate.hasSameBytes(as: word) { penalty = 1 }
            return Match(
                text: candidate, penalty: penalty,
                lengthDifference: abs(other.count - folded.count))
        }

        private func contains(_ other: [UInt32]) -> Bool {
            guard let first = folded.first else { return false }
            for start in 1...(other.count - folded.count)
            where other[start] == first && other[start...].starts(with: folded) {
                return true
            }
            return false
        }
    }
}
