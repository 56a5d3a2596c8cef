/// Finds the common subsequence of two sequences of tokens.
///
/// The first anchors are runs of tokens that occur once in both sequences. The ranges between
/// anchors are compared with Myers' algorithm, up to a maximum number of differences. If a range
/// has more differences, none of its tokens are matched. The cost is about `n log n` for any input.
struct LayoutAlignment {
    /// The index in the second sequence for each token of the first, or -1 if it has no match.
    private(set) var matches: [Int]

    /// The maximum number of differences between two anchors.
    private static let maximumDifferences = 96
    /// The maximum number of times that the range between two anchors is divided.
    private static let maximumDepth = 10

    private let a: [Int]
    private let b: [Int]

    private struct Gap {
        var a: Range<Int>
        var b: Range<Int>
        var depth: Int
    }

    init(_ first: LayoutTokens, _ second: LayoutTokens) {
        a = first.ids
        b = second.ids
        matches = Array(repeating: -1, count: a.count)
        var gaps = [Gap(a: 0..<a.count, b: 0..<b.count, depth: 0)]
        while var gap = gaps.popLast() {
            trim(&gap)
            guard !gap.a.isEmpty, !gap.b.isEmpty else { continue }
            let anchors = gap.depth < Self.maximumDepth ? anchors(in: gap) : []
            guard !anchors.isEmpty else {
                compare(gap)
                continue
            }
            var (start, other) = (gap.a.lowerBound, gap.b.lowerBound)
            for (index, place) in anchors {
                matches[index] = place
                gaps.append(Gap(a: start..<index, b: other..<place, depth: gap.depth + 1))
                (start, other) = (index + 1, place + 1)
            }
            gaps.append(
                Gap(a: start..<gap.a.upperBound, b: other..<gap.b.upperBound, depth: gap.depth + 1))
        }
        slide(first, second)
    }

    /// Matches the common prefix and suffix of a gap, and removes them from it.
    private mutating func trim(_ gap: inout Gap) {
        var (start, other) = (gap.a.lowerBound, gap.b.lowerBound)
        var (end, last) = (gap.a.upperBound, gap.b.upperBound)
        while start < end, other < last, a[start] == b[other] {
            matches[start] = other
            start += 1
            other += 1
        }
        while start < end, other < last, a[end - 1] == b[last - 1] {
            end -= 1
            last -= 1
            matches[end] = last
        }
        gap.a = start..<end
        gap.b = other..<last
    }

    /// Returns the longest sequence of anchors that have the same order in both sequences.
    private func anchors(in gap: Gap) -> [(Int, Int)] {
        for length in [4, 1] where min(gap.a.count, gap.b.count) >= length {
            let first = Self.single(a, gap.a, length)
            let second = Self.single(b, gap.b, length)
            let common = first.compactMap { hash, index -> (Int, Int)? in
                guard index >= 0, let place = second[hash], place >= 0,
                    (0..<length).allSatisfy({ a[index + $0] == b[place + $0] })
                else { return nil }
                return (index, place)
            }
            let anchors = Self.longestRise(common.sorted { $0.0 < $1.0 })
            if !anchors.isEmpty { return anchors }
        }
        return []
    }

    /// Returns the positions of all runs of a given length by their hashes.
    ///
    /// The position is -1 if a run occurs more than once.
    private static func single(_ ids: [Int], _ range: Range<Int>, _ length: Int) -> [UInt64: Int] {
        var places: [UInt64: Int] = [:]
        places.reserveCapacity(range.count)
        for index in range.lowerBound...(range.upperBound - length) {
            var hash: UInt64 = 0
            for offset in 0..<length {
                hash = hash &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(ids[index + offset]) &+ 1
                hash ^= hash >> 29
            }
            places[hash] = places[hash] == nil ? index : -1
        }
        return places
    }

    /// Returns the longest subsequence of pairs in which the second members increase.
    ///
    /// The first members must already be in increasing order.
    private static func longestRise(_ pairs: [(Int, Int)]) -> [(Int, Int)] {
        var ends: [Int] = []
        var before = Array(repeating: -1, count: pairs.count)
        for index in pairs.indices {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if pairs[ends[middle]].1 < pairs[index].1 {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            if low > 0 { before[index] = ends[low - 1] }
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var row: [(Int, Int)] = []
        var index = ends.last ?? -1
        while index >= 0 {
            row.append(pairs[index])
            index = before[index]
        }
        return row.reversed()
    }

    /// Compares a gap with Myers' algorithm, and matches nothing if there are too many differences.
    private mutating func compare(_ gap: Gap) {
        let (n, m) = (gap.a.count, gap.b.count)
        let limit = min(n + m, Self.maximumDifferences)
        var furthest = Array(repeating: 0, count: 2 * limit + 3)
        let middle = limit + 1
        var trace: [[Int]] = []
        for difference in 0...limit {
            trace.append(furthest)
            for k in stride(from: -difference, through: difference, by: 2) {
                let isDown =
                    k == -difference
                    || k != difference && furthest[middle + k - 1] < furthest[middle + k + 1]
                var x = isDown ? furthest[middle + k + 1] : furthest[middle + k - 1] + 1
                while x < n, x - k < m, x - k >= 0,
                    a[gap.a.lowerBound + x] == b[gap.b.lowerBound + x - k]
                {
                    x += 1
                }
                furthest[middle + k] = x
                if x >= n, x - k >= m {
                    follow(trace, gap, middle)
                    return
                }
            }
        }
    }

    private mutating func follow(_ trace: [[Int]], _ gap: Gap, _ middle: Int) {
        var (x, y) = (gap.a.count, gap.b.count)
        for difference in stride(from: trace.count - 1, through: 0, by: -1) {
            let furthest = trace[difference]
            let k = x - y
            let isDown =
                k == -difference
                || k != difference && furthest[middle + k - 1] < furthest[middle + k + 1]
            let from = isDown ? k + 1 : k - 1
            let start = difference == 0 ? 0 : furthest[middle + from]
            while x > start, y > start - from, x > 0, y > 0,
                a[gap.a.lowerBound + x - 1] == b[gap.b.lowerBound + y - 1]
            {
                x -= 1
                y -= 1
                matches[gap.a.lowerBound + x] = gap.b.lowerBound + y
            }
            (x, y) = (start, start - from)
        }
    }

    /// Moves runs of unmatched tokens to the beginnings of lines, if possible.
    ///
    /// For example, an added `; "b" = "x"` between two statements is moved so that it becomes
    /// `"b" = "x";`.
    private mutating func slide(_ first: LayoutTokens, _ second: LayoutTokens) {
        Self.slide(&matches, first, second)
        var inverse = Array(repeating: -1, count: second.count)
        for (index, place) in matches.enumerated() where place >= 0 { inverse[place] = index }
        Self.slide(&inverse, second, first)
        matches = Array(repeating: -1, count: first.count)
        for (index, place) in inverse.enumerated() where place >= 0 { matches[place] = index }
    }

    /// The maximum distance, in tokens, by which a run is moved.
    private static let maximumShift = 400

    private static func slide(
        _ matches: inout [Int], _ own: LayoutTokens, _ other: LayoutTokens
    ) {
        var index = 0
        while index < own.count {
            guard matches[index] < 0 else {
                index += 1
                continue
            }
            var end = index
            while end < own.count, matches[end] < 0 { end += 1 }
            let next = end
            defer { index = max(next, index + 1) }
            guard end < own.count, index > 0, matches[end] >= 0 else { continue }
            // If the matches are not adjacent, the other sequence also has unmatched tokens here.
            guard matches[end] == matches[index - 1] + 1 else {
                keepLine(of: index..<end, &matches, own, other)
                continue
            }
            func score(_ start: Int, _ end: Int) -> Int {
                min(own.breaks[start], 2) + min(own.breaks[end], 2)
            }
            var best = (shift: 0, score: score(index, end))
            var shift = 0
            while index + shift > 0, -shift < maximumShift, matches[index + shift - 1] >= 0,
                own.ids[index + shift - 1] == own.ids[end + shift - 1],
                shift == 0
                    || matches[index + shift - 1] == matches[index + shift] - 1
            {
                shift -= 1
                let found = score(index + shift, end + shift)
                if found > best.score { best = (shift, found) }
            }
            shift = 0
            while end + shift < own.count, shift < maximumShift, matches[end + shift] >= 0,
                own.ids[end + shift] == own.ids[index + shift],
                matches[end + shift] == matches[end] + shift, end + shift + 1 < own.count
            {
                shift += 1
                let found = score(index + shift, end + shift)
                if found > best.score { best = (shift, found) }
            }
            for moved in 0..<max(best.shift, 0) {
                matches[index + moved] = matches[end + moved]
                matches[end + moved] = -1
            }
            for moved in stride(from: -1, through: best.shift, by: -1) {
                matches[end + moved] = matches[index + moved]
                matches[index + moved] = -1
            }
        }
    }

    /// Matches tokens with the rest of the line where a run begins, instead of the line where it
    /// ends.
    ///
    /// As a result, a changed line and a removed line below it are not treated as a single line.
    private static func keepLine(
        of run: Range<Int>, _ matches: inout [Int], _ own: LayoutTokens, _ other: LayoutTokens
    ) {
        let next = matches[run.upperBound]
        guard own.breaks[run.lowerBound] == 0,
            let lineEnd = run.dropFirst().first(where: { own.breaks[$0] > 0 })
        else { return }
        var end = next
        while end < other.count, other.breaks[end] == 0, end - next < maximumShift { end += 1 }
        let count = end - next
        guard count > 0, end < other.count, lineEnd - count >= run.lowerBound,
            run.upperBound + count <= own.count
        else { return }
        for offset in 0..<count {
            guard own.ids[lineEnd - count + offset] == other.ids[next + offset],
                matches[run.upperBound + offset] == next + offset
            else { return }
        }
        for offset in 0..<count {
            matches[run.upperBound + offset] = -1
            matches[lineEnd - count + offset] = next + offset
        }
    }
}
