/// Splits i18next keys at their dots.
///
/// All functions work on bytes, because a combining mark can merge with a `.` into one character.
enum I18nextKey {
    /// Splits a key at its dots.
    ///
    /// Empty parts are kept, so that joining the parts restores the key.
    static func path(of key: String) -> [String] {
        key.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
    }

    /// Returns the keys that must be objects for `key` to be nested, with the shortest first.
    static func parents(of key: String) -> [String] {
        let bytes = key.utf8
        return bytes.indices.lazy.filter { bytes[$0] == UInt8(ascii: ".") }
            .map { String(key[..<$0]) }
    }
}
