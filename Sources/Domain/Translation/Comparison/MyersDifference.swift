/// The greedy algorithm from Myers, “An O(ND) Difference Algorithm and Its Variations”, 1986.
enum MyersDifference {
    /// A run of elements that an edit keeps, removes or adds.
    ///
    /// Ranges are indices into the slices passed to ``steps(from:to:maximumEdits:)``.
    enum Step: Equatable {
        /// In both lists. The range refers to the first list.
        case keep(Range<Int>)
        /// Only in the first list.
        case remove(Range<Int>)
        /// Only in the second list.
        case add(Range<Int>)
    }

    /// Returns the steps of a shortest edit script, or `nil` if it has more than `maximumEdits`
    /// edits.
    static func steps(
        from a: ArraySlice<Int>, to b: ArraySlice<Int>, maximumEdits: Int
    ) -> [Step]? {
        let (n, m) = (a.count, b.count)
        guard abs(n - m) <= maximumEdits else { return nil }
        let limit = min(n + m, maximumEdits)
        // `reach[k + offset]` is the furthest position in the first list reached on diagonal k.
        let offset = limit + 1
        var reach = [Int](repeating: 0, count: 2 * limit + 3)
        var history: [ArraySlice<Int>] = []
        for edits in 0...limit {
            history.append(ArraySlice(Array(reach[(offset - edits - 1)...(offset + edits + 1)])))
            for k in stride(from: -edits, through: edits, by: 2) {
                var x =
                    isDown(k, edits, reach[offset + k - 1], reach[offset + k + 1])
                    ? reach[offset + k + 1] : reach[offset + k - 1] + 1
                // On a diagonal beyond the end of a list, there is nothing to compare.
                while x < n, x - k < m, a[a.startIndex + x] == b[b.startIndex + x - k] { x += 1 }
                reach[offset + k] = x
                if x >= n, x - k >= m {
                    return walkBack(
                        history, to: (n, m), from: (a.startIndex, b.startIndex))
                }
            }
        }
        return nil
    }

    /// Returns true if diagonal k is reached from k + 1, by an addition.
    private static func isDown(_ k: Int, _ edits: Int, _ left: Int, _ right: Int) -> Bool {
        k == -edits || (k != edits && left < right)
    }

    private static func walkBack(
        _ history: [ArraySlice<Int>], to end: (x: Int, y: Int), from start: (a: Int, b: Int)
    ) -> [Step] {
        var steps: [Step] = []
        var (x, y) = end
        for edits in history.indices.reversed() {
            let before = history[edits]
            let k = x - y
            let center = before.startIndex + edits + 1
            guard edits > 0 else {
                if x > 0 { steps.append(.keep(start.a..<(start.a + x))) }
                break
            }
            let down = isDown(k, edits, before[center + k - 1], before[center + k + 1])
            let fromX = before[center + (down ? k + 1 : k - 1)]
            let fromY = fromX - (down ? k + 1 : k - 1)
            let keptX = down ? fromX : fromX + 1
            if x > keptX { steps.append(.keep((start.a + keptX)..<(start.a + x))) }
            steps.append(
                down
                    ? .add((start.b + fromY)..<(start.b + fromY + 1))
                    : .remove((start.a + fromX)..<(start.a + fromX + 1)))
            (x, y) = (fromX, fromY)
        }
        return steps.reversed()
    }
}
