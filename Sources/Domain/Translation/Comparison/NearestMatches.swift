import Texts

/// Suggestions for a word that is not there: “did you mean …?”.
public enum NearestMatches {
    /// How many edits a match may be away at most, however long the word is.
    public static let maximumDistance = 8

    /// Returns the candidates that are most like a word, the most alike first.
    ///
    /// Alike are candidates a few slips of the finger away (a letter too many, too few,
    /// another, or two swapped; up to a third of the word), that begin with the word, or that
    /// contain it; letter case counts little. Of equals, the one nearer in length stands first,
    /// then the lesser in byte order, so that the result does not depend on the order of the
    /// candidates. Each candidate is named once.
    ///
    /// The cost for each candidate is its length times a few; one that is much longer or shorter
    /// costs only the search for the word in it.
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

    /// A candidate and how unlike the word it is.
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

    /// The word, made ready to be compared often.
    private struct Pattern {
        let word: String
        let folded: [UInt32]
        let bound: Int

        /// Penalties: an edit costs 10, another case 1.
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
            // With half of it gone, a word of two letters is like another only by how it begins: “v3” is like “v1”,
            // but nobody who writes “ar” means “fr”.
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
