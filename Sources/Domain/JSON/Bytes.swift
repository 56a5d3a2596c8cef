/// Comparison of strings by their UTF-8 bytes.
///
/// On `String`, Swift's `==` and `<` use canonical equivalence, which depends on the Unicode
/// version. Stored and folded data must not depend on that version.
extension String {
    /// Returns whether both texts have the same UTF-8 bytes.
    package func isBytewiseEqual(to other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let isEqual = utf8.withContiguousStorageIfAvailable { own in
            other.utf8.withContiguousStorageIfAvailable { JSONBytes.areSame(own, $0) }
        }
        guard case .some(.some(let isEqual)) = isEqual else {
            return utf8.elementsEqual(other.utf8)
        }
        return isEqual
    }

    /// Feeds the UTF-8 bytes and a terminator to `hasher`.
    package func feedBytes(to hasher: inout Hasher) {
        let isFed: Void? = utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if isFed == nil { for byte in utf8 { hasher.combine(byte) } }
        hasher.combine(0xFF as UInt8)
    }
}

/// Compares and searches bytes eight at a time.
enum JSONBytes {
    /// Returns whether the bytes are equal.
    static func areSame(
        _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard a.count == b.count else { return false }
        let own = UnsafeRawBufferPointer(a)
        let others = UnsafeRawBufferPointer(b)
        var index = 0
        while own.count - index >= 8 {
            guard
                own.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    == others.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            else { return false }
            index += 8
        }
        while index < own.count {
            guard own[index] == others[index] else { return false }
            index += 1
        }
        return true
    }

    /// Returns the number of bytes before the first quotation mark, backslash, control character or
    /// non-ASCII byte.
    static func plainCount(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Int {
        var position = start
        while end - position >= 8 {
            let word = UInt64(
                littleEndian: UnsafeRawPointer(position).loadUnaligned(as: UInt64.self))
            // The lowest mark is exact: a borrow in the subtraction changes only higher marks.
            let marks =
                (word &- 0x20 &* ones | marksOfZeros(word ^ 0x22 &* ones)
                    | marksOfZeros(word ^ 0x5C &* ones) | word) & highs
            if marks != 0 { return position - start + marks.trailingZeroBitCount / 8 }
            position += 8
        }
        while position < end, isPlain(position.pointee) { position += 1 }
        return position - start
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// Returns the high bit of each zero byte, as described in
    /// <https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord>.
    private static func marksOfZeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x80 && byte != 0x22 && byte != 0x5C
    }
}
