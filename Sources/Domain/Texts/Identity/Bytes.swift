import JSON

/// Comparison of strings by their UTF-8 bytes.
///
/// Swift's `==` and `<` on `String` use canonical equivalence, which depends on the Unicode
/// version. Stored and folded data must not depend on it. In UTF-8, byte order is code-point order.
extension String {
    /// Returns whether both texts have the same UTF-8 bytes.
    package func hasSameBytes(as other: String) -> Bool {
        isBytewiseEqual(to: other)
    }

    /// Returns whether this text comes before `other` in code-point order.
    package func precedesInBytes(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }

    /// Feeds the UTF-8 bytes and a terminator to `hasher`.
    package func hashBytes(into hasher: inout Hasher) {
        feedBytes(to: &hasher)
    }
}

extension Optional<String> {
    /// Returns whether both strings are nil, or have the same UTF-8 bytes.
    package func hasSameBytes(as other: String?) -> Bool {
        switch (self, other) {
        case (nil, nil): true
        case (let a?, let b?): a.hasSameBytes(as: b)
        default: false
        }
    }
}
