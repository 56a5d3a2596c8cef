/// The dots that divide i18next's keys.
///
/// Everything is done on bytes: characters can hide a `.` behind a mark that combines with it.
enum I18nextKey {
    /// Splits a key at its dots; empty parts count, so that joining gives the same key back.
    static func path(of key: String) -> [String] {
        key.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
    }

    /// Returns the keys that would have to be objects for `key` to be nested, shortest first.
    static func parents(of key: String) -> [String] {
        let bytes = key.utf8
        return bytes.indices.lazy.filter { bytes[$0] == UInt8(ascii: ".") }
            .map { String(key[..<$0]) }
    }
}
