/// The edit distance between words: the number of insertions, deletions, replacements and swaps.
///
/// A swap exchanges two adjacent letters. This is the restricted Damerau–Levenshtein distance
/// (optimal string alignment): no substring is edited twice.
enum EditDistance {
    /// Returns the distance, or nil if it exceeds `bound`.
    ///
    /// Computes only the band of cells that can affect the result, in O(`bound` · length) time.
    static func between(_ a: [UInt32], _ b: [UInt32], bound: Int) -> Int? {
        guard abs(a.count - b.count) <= bound else { return nil }
        let tooFar = bound + 1
        var beforeLast = [Int](repeating: tooFar, count: b.count + 1)
        var last = (0...b.count).map { min($0, tooFar) }
        var current = beforeLast
        for i in 0..<a.count {
            let low = max(0, i - bound)
            let high = min(b.count, i + bound + 1)
            current[low] = low == 0 ? min(i + 1, tooFar) : tooFar
            var least = current[low]
            for j in low..<high {
                var cost = min(last[j + 1], current[j]) + 1
                cost = min(cost, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    cost = min(cost, beforeLast[j - 1] + 1)
                }
                current[j + 1] = min(cost, tooFar)
                least = min(least, cost)
            }
            // The next row reads one cell beyond this band.
            if high < b.count { current[high + 1] = tooFar }
            guard least <= bound else { return nil }
            (beforeLast, last, current) = (last, current, beforeLast)
        }
        return last[b.count] <= bound ? last[b.count] : nil
    }
}
