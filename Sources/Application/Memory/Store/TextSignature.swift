/// The size of the signatures for texts of a certain length.
///
/// The size is large enough that few bits are set twice by chance. Longer texts have more pairs of
/// neighbors, and set more bits. With a fixed size, the filter would accept all long texts.
struct SignatureShape: Equatable {
    /// The number of 64-bit words for pairs of neighbors.
    let pairs: Int
    /// The number of 64-bit words for single scalars.
    let singles: Int

    /// The number of words in a signature.
    var words: Int { pairs + singles }

    /// The maximum length, in scalars, of a text with a signature.
    ///
    /// Longer texts are found only if they are equal.
    static let longest = 4096

    /// Creates the shape for texts of the given length in scalars.
    init(length: Int) {
        (pairs, singles) =
            switch length {
            case ...32: (4, 2)
            case ...64: (6, 4)
            case ...128: (12, 4)
            case ...256: (24, 8)
            case ...1024: (64, 16)
            default: (192, 32)
            }
    }
}

/// The scalars of a text and its pairs of neighbors, hashed into bits.
///
/// Each occurrence of a pair or a scalar is a separate element. The number of elements that another
/// signature lacks therefore depends on the number of occurrences.
///
/// An edit of one scalar affects few elements. A replacement or a deletion removes at most two
/// pairs and one scalar, and an insertion removes at most one pair. Suppose that a text is `d`
/// edits away. If it is not longer, it lacks at most `2d` pairs and `d` scalars. If it is longer by
/// `k`, at least `k` edits are insertions, so it lacks at most `2d - k` pairs and `d - k` scalars.
///
/// This is the q-gram lemma: E. Ukkonen, “Approximate string-matching with q-grams and maximal
/// matches”, 1992, <https://doi.org/10.1016/0304-3975(92)90143-4>. Hash collisions never increase
/// the number of missing elements.
struct TextSignature {
    let shape: SignatureShape
    let words: [UInt64]

    init(_ scalars: [UInt32], shape: SignatureShape) {
        self.shape = shape
        var words = [UInt64](repeating: 0, count: shape.words)
        var singles: [UInt32: UInt64] = [:]
        var pairs: [UInt64: UInt64] = [:]
        var previous: UInt32?
        for scalar in scalars {
            let single = singles[scalar, default: 0]
            singles[scalar] = single + 1
            Self.set(UInt64(scalar), single, in: &words, from: shape.pairs, count: shape.singles)
            if let previous {
                let both = UInt64(previous) << 32 | UInt64(scalar)
                let occurrence = pairs[both, default: 0]
                pairs[both] = occurrence + 1
                Self.set(both, occurrence, in: &words, from: 0, count: shape.pairs)
            }
            previous = scalar
        }
        self.words = words
    }

    private static func set(
        _ element: UInt64, _ occurrence: UInt64, in words: inout [UInt64], from start: Int,
        count: Int
    ) {
        // The finalizer of MurmurHash3 mixes the bits:
        // <https://github.com/aappleby/smhasher/wiki/MurmurHash3>.
        var hash = element &* 0x9E37_79B9_7F4A_7C15 ^ occurrence &* 0xC2B2_AE3D_27D4_EB4F
        hash ^= hash >> 33
        hash &*= 0xFF51_AFD7_ED55_8CCD
        hash ^= hash >> 33
        hash &*= 0xC4CE_B9FE_1A85_EC53
        hash ^= hash >> 33
        let bit = Int(hash % UInt64(count * 64))
        words[start + bit / 64] |= 1 << UInt64(bit % 64)
    }
}

/// A filter for texts that may be similar enough to a requested text.
struct SignatureFilter {
    private let scalars: [UInt32]
    private let minimum: Int
    private var signatures: [Int: TextSignature] = [:]

    /// Prepares a search for texts with a minimum similarity to this text, in percent from 1 to
    /// 100.
    init(_ scalars: [UInt32], minimum: Int) {
        self.scalars = scalars
        self.minimum = minimum
    }

    /// Returns the maximum number of edits between two texts that are similar enough.
    ///
    /// `longer` is the length of the longer text in scalars.
    static func limit(_ longer: Int, minimum: Int) -> Int { longer * (100 - minimum) / 100 }

    /// Returns the similarity of two texts in percent, rounded down: 100 means equal.
    static func percent(distance: Int, longer: Int) -> Int {
        longer == 0 ? 100 : 100 * (longer - distance) / longer
    }

    /// The possible lengths of a similar text, or `nil` if the text cannot have a similar text.
    var lengths: ClosedRange<Int>? {
        let own = scalars.count
        guard own > 0, own <= SignatureShape.longest else { return nil }
        let shortest = (own * minimum + 99) / 100
        let longest = min(own * 100 / minimum, SignatureShape.longest)
        return max(1, shortest)...max(longest, own)
    }

    /// Calls `body` for each text in a group that may be similar enough.
    ///
    /// `bits` contains the signatures of texts of one length, one after another. `body` receives
    /// the index of a text and its highest possible percentage. No text that is similar enough is
    /// missed.
    mutating func forEachCandidate(
        length: Int, _ bits: UnsafeRawBufferPointer, _ body: (_ index: Int, _ percent: Int) -> Void
    ) {
        let shape = SignatureShape(length: length)
        let own = signature(shape)
        let longer = max(length, scalars.count)
        let limit = Self.limit(longer, minimum: minimum)
        // The number of scalars by which each text is longer than the other.
        let theirs = max(0, length - scalars.count)
        let ours = max(0, scalars.count - length)
        guard max(theirs, ours) <= limit else { return }
        let size = shape.words * 8
        own.words.withUnsafeBufferPointer { own in
            for index in 0..<(bits.count / size) {
                let start = index * size
                var lackedHere = 0
                var lackedThere = 0
                for word in 0..<shape.pairs {
                    let other = bits.loadUnaligned(
                        fromByteOffset: start + word * 8, as: UInt64.self)
                    lackedThere += (own[word] & ~other).nonzeroBitCount
                    lackedHere += (other & ~own[word]).nonzeroBitCount
                }
                guard lackedThere <= 2 * limit - theirs, lackedHere <= 2 * limit - ours else {
                    continue
                }
                var singlesHere = 0
                var singlesThere = 0
                for word in shape.pairs..<shape.words {
                    let other = bits.loadUnaligned(
                        fromByteOffset: start + word * 8, as: UInt64.self)
                    singlesThere += (own[word] & ~other).nonzeroBitCount
                    singlesHere += (other & ~own[word]).nonzeroBitCount
                }
                let least = max(
                    (lackedThere + theirs + 1) / 2, (lackedHere + ours + 1) / 2,
                    singlesThere + theirs, singlesHere + ours)
                guard least <= limit else { continue }
                body(index, Self.percent(distance: least, longer: longer))
            }
        }
    }

    private mutating func signature(_ shape: SignatureShape) -> TextSignature {
        if let known = signatures[shape.words] { return known }
        let made = TextSignature(scalars, shape: shape)
        signatures[shape.words] = made
        return made
    }
}
