/// The positions of a file's strings in their section.
///
/// Orders are numbers with gaps, so that a new string between two old ones changes neither.
enum FileOrder {
    private static let gap: Int64 = 1024

    /// Returns an order for each string of a file, given the orders that they have, in file order.
    ///
    /// As many as possible keep theirs: those of a longest increasing subsequence. The others, and those
    /// that have none, get one between their neighbours; where no number is left, all get new ones.
    static func orders(of current: [Int64?]) -> [Int64?] {
        // Numbers near the ends of the range leave no room to count in.
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

    /// The positions of a longest strictly increasing subsequence, absent numbers left out.
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
