/// The positions of a file's strings within their section.
///
/// Positions are numbers with gaps, so that a new string can be inserted without changing the
/// positions of adjacent strings.
enum FileOrder {
    private static let gap: Int64 = 1024

    /// Returns an order for each string in a file, in file order, given the current orders.
    ///
    /// Keeps as many orders as possible, namely a longest increasing subsequence. All other strings
    /// get numbers between the numbers of adjacent strings. If there is no room left, all strings
    /// get new numbers.
    static func orders(of current: [Int64?]) -> [Int64?] {
        // Numbers near the limits of the range could cause overflows.
        guard current.allSatisfy({ ($0 ?? 0).magnitude < 1 << 60 }) else {
            return current.indices.map { Int64($0 + 1) * gap }
        }
        let kept = longestIncreasing(current)
        var result = current.indices.map { kept.contains($0) ? current[$0] : nil }
        var index = 0
        while index < result.count {
            guard result[index] == nil else {
                index += 1
                continue
            }
            let end = result[index...].firstIndex { $0 != nil } ?? result.count
            let count = Int64(end - index)
            let before = index > 0 ? result[index - 1] : nil
            let after = end < result.count ? result[end] : nil
            let low = before ?? (after.map { $0 - gap * (count + 1) } ?? 0)
            let high = after ?? (low + gap * (count + 1))
            guard (high - low) / (count + 1) >= 1 else {
                return current.indices.map { Int64($0 + 1) * gap }
            }
            let step = (high - low) / (count + 1)
            for offset in 0..<Int(count) { result[index + offset] = low + step * Int64(offset + 1) }
            index = end
        }
        return result
    }

    /// Returns the positions of a longest strictly increasing subsequence.
    ///
    /// Nil values are ignored.
    private static func longestIncreasing(_ numbers: [Int64?]) -> Set<Int> {
        var tails: [Int] = []
        var previous = [Int?](repeating: nil, count: numbers.count)
        for (index, number) in numbers.enumerated() {
            guard let number else { continue }
            var low = 0
            var high = tails.count
            while low < high {
                let middle = (low + high) / 2
                if numbers[tails[middle]].map({ $0 < number }) ?? false {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            previous[index] = low > 0 ? tails[low - 1] : nil
            if low == tails.count { tails.append(index) } else { tails[low] = index }
        }
        var kept: Set<Int> = []
        var next = tails.last
        while let index = next {
            kept.insert(index)
            next = previous[index]
        }
        return kept
    }
}
