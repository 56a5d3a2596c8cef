/// The Levenshtein distance from one text to many others, over Unicode scalars.
///
/// The rows of the matrix are stored as bits, 64 per word: G. Myers, “A fast bit-vector algorithm
/// for approximate string matching based on dynamic programming” (1999),
/// <https://doi.org/10.1145/316542.316550>, in the form of H. Hyyrö's “Explaining and extending the
/// bit-parallel approximate string matching algorithm of Myers” (2001). Texts are UTF-8.
package struct TextDistance: Sendable {
    /// The number of scalars in the prepared text.
    package let count: Int
    private let blocks: Int
    /// A bit mask of positions for each scalar of the text, of `blocks` words each.
    ///
    /// The first mask is for all scalars that do not occur in the text.
    private let places: [UInt64]
    /// The start index of the words for each ASCII character.
    private let ascii: [Int]
    /// The start indexes of the words for other scalars, sorted by scalar.
    private let others: [(scalar: UInt32, start: Int)]

    /// Prepares a text for comparison with others.
    ///
    /// Cost: linear time. The memory in bits is the product of the length and the number of
    /// different scalars.
    package init(_ text: String) {
        let scalars = text.unicodeScalars.map(\.value)
        count = scalars.count
        blocks = max(1, (scalars.count + 63) / 64)
        var starts: [UInt32: Int] = [:]
        var places = [UInt64](repeating: 0, count: blocks)
        for (index, scalar) in scalars.enumerated() {
            let start: Int
            if let known = starts[scalar] {
                start = known
            } else {
                start = places.count
                starts[scalar] = start
                places += repeatElement(0, count: blocks)
            }
            places[start + index / 64] |= 1 << UInt64(index % 64)
        }
        self.places = places
        ascii = (0..<128).map { starts[$0] ?? 0 }
        others = starts.filter { $0.key >= 128 }.map { ($0.key, $0.value) }
            .sorted { $0.scalar < $1.scalar }
    }

    /// Returns the number of word operations in a comparison with a text of this many scalars.
    package func work(for length: Int) -> Int { blocks * length }

    /// Returns the distance to a text, or `nil` if the distance exceeds the limit.
    ///
    /// The text must be well-formed UTF-8, and `length` is its number of scalars. Cost:
    /// ``work(for:)``.
    package func distance(
        to text: UnsafeRawBufferPointer, length: Int, limit: Int
    ) -> Int? {
        guard abs(count - length) <= limit else { return nil }
        guard count > 0 else { return length }
        return blocks == 1
            ? distanceInWord(to: text, length, limit) : distanceInBlocks(to: text, length, limit)
    }

    private func distanceInWord(
        to text: UnsafeRawBufferPointer, _ length: Int, _ limit: Int
    ) -> Int? {
        let last: UInt64 = 1 << UInt64(count - 1)
        var plus = UInt64.max
        var minus: UInt64 = 0
        var score = count
        var left = length
        var decoder = Scalars(text)
        while let scalar = decoder.next() {
            let equal = places[start(of: scalar)]
            let vertical = equal | minus
            let horizontal = (((equal & plus) &+ plus) ^ plus) | equal
            var up = minus | ~(horizontal | plus)
            var down = plus & horizontal
            if up & last != 0 { score += 1 } else if down & last != 0 { score -= 1 }
            left -= 1
            // Each remaining column can reduce the distance by one.
            if score - left > limit { return nil }
            up = up << 1 | 1
            down <<= 1
            plus = down | ~(vertical | up)
            minus = up & vertical
        }
        return score <= limit ? score : nil
    }

    private func distanceInBlocks(
        to text: UnsafeRawBufferPointer, _ length: Int, _ limit: Int
    ) -> Int? {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: blocks * 2) { state -> Int? in
            for block in 0..<blocks {
                state[block] = .max
                state[blocks + block] = 0
            }
            let last: UInt64 = 1 << UInt64((count - 1) % 64)
            var score = count
            var left = length
            var decoder = Scalars(text)
            while let scalar = decoder.next() {
                let start = start(of: scalar)
                // The carry into a block from the block above. The first row increases by one per
                // column.
                var carriesUp: UInt64 = 1
                var carriesDown: UInt64 = 0
                for block in 0..<blocks {
                    let plus = state[block]
                    let minus = state[blocks + block]
                    var equal = places[start + block]
                    let vertical = equal | minus
                    equal |= carriesDown
                    let horizontal = (((equal & plus) &+ plus) ^ plus) | equal
                    var up = minus | ~(horizontal | plus)
                    var down = plus & horizontal
                    if block == blocks - 1 {
                        if up & last != 0 { score += 1 } else if down & last != 0 { score -= 1 }
                    }
                    let nextUp = up >> 63
                    let nextDown = down >> 63
                    up = up << 1 | carriesUp
                    down = down << 1 | carriesDown
                    carriesUp = nextUp
                    carriesDown = nextDown
                    state[block] = down | ~(vertical | up)
                    state[blocks + block] = up & vertical
                }
                left -= 1
                if score - left > limit { return nil }
            }
            return score <= limit ? score : nil
        }
    }

    private func start(of scalar: UInt32) -> Int {
        if scalar < 128 { return ascii[Int(scalar)] }
        var range = others.indices
        while !range.isEmpty {
            let middle = (range.lowerBound + range.upperBound) / 2
            if others[middle].scalar == scalar { return others[middle].start }
            range =
                others[middle].scalar < scalar
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return 0
    }
}

/// An iterator over the scalars of borrowed, well-formed UTF-8.
struct Scalars {
    private let bytes: UnsafeRawBufferPointer
    private var index = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Returns all scalars of a text.
    static func all(in bytes: UnsafeRawBufferPointer) -> [UInt32] {
        var scalars: [UInt32] = []
        var decoder = Scalars(bytes)
        while let scalar = decoder.next() { scalars.append(scalar) }
        return scalars
    }

    mutating func next() -> UInt32? {
        guard index < bytes.count else { return nil }
        let first = UInt32(bytes[index])
        index += 1
        if first < 0x80 { return first }
        if first < 0xE0 { return (first & 0x1F) << 6 | rest() }
        if first < 0xF0 { return (first & 0x0F) << 12 | rest() << 6 | rest() }
        return (first & 0x07) << 18 | rest() << 12 | rest() << 6 | rest()
    }

    /// Returns the scalar's bits in the next byte, or zero bits if the text is cut off.
    private mutating func rest() -> UInt32 {
        guard index < bytes.count else { return 0 }
        defer { index += 1 }
        return UInt32(bytes[index] & 0x3F)
    }
}
