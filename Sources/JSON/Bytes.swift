import Glibc

/// Comparison of texts by their UTF-8 bytes.
///
/// Swift's `==` and `<` on `String` use canonical equivalence, which depends on a Unicode version; what is stored and folded may
/// not.
extension String {
    /// Returns whether both texts have the same UTF-8 bytes.
    package func isBytewiseEqual(to other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let isEqual = utf8.withContiguousStorageIfAvailable { own in
            other.utf8.withContiguousStorageIfAvailable { others in
                guard let own = own.baseAddress, let others = others.baseAddress else {
                    return true
                }
                return memcmp(own, others, utf8.count) == 0
            }
        }
        guard case .some(.some(let isEqual)) = isEqual else {
            return utf8.elementsEqual(other.utf8)
        }
        return isEqual
    }

    /// Feeds the UTF-8 bytes and their end to `hasher`.
    package func feedBytes(to hasher: inout Hasher) {
        let isFed: Void? = utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if isFed == nil { for byte in utf8 { hasher.combine(byte) } }
        hasher.combine(0xFF as UInt8)
    }
}
