/// Finds a small input that still fails, by taking parts away and making bytes plain.
public enum Minimizer {
    /// Returns the smallest input that was found with `attempts` tries; it fails as the given one does.
    ///
    /// `fails` is asked for each candidate. What is left cannot lose one more piece, if the tries were enough.
    public static func minimized(
        _ input: [UInt8], attempts: Int, fails: ([UInt8]) -> Bool
    ) -> [UInt8] {
        var best = input
        var left = attempts
        func tryOut(_ candidate: [UInt8]) -> Bool {
            guard left > 0, candidate != best else { return false }
            left -= 1
            guard fails(candidate) else { return false }
            best = candidate
            return true
        }
        var size = max(1, best.count / 2)
        while left > 0 {
            var start = 0
            var hasShrunk = false
            while start < best.count, left > 0 {
                let end = min(best.count, start + size)
                if tryOut(Array(best[..<start]) + best[end...]) {
                    hasShrunk = true
                } else {
                    start = end
                }
            }
            if size == 1 && !hasShrunk { break }
            if !hasShrunk || size > best.count { size = max(1, min(size, best.count) / 2) }
        }
        for index in best.indices where best[index] != UInt8(ascii: "a") {
            var plain = best
            plain[index] = UInt8(ascii: "a")
            _ = tryOut(plain)
        }
        return best
    }
}
