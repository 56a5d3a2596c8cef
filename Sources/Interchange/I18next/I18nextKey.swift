import Texts
import Translation

/// The grammar of i18next's keys: dots divide them, plurals have suffixes.
///
/// Everything is done on bytes: characters can hide a `.` or `_` behind a mark that combines with
/// it.
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

    /// Splits a key such as `item_few` into stem and category.
    ///
    /// Returns `nil` where it has no such suffix, or nothing before it.
    static func pluralCase(of key: String) -> (stem: String, category: String)? {
        for category in PluralCase.categories {
            if let stem = removing("_" + category, from: key), !stem.isEmpty {
                return (stem, category)
            }
        }
        return nil
    }

    /// Returns what precedes a suffix.
    static func removing(_ suffix: String, from key: String) -> String? {
        let count = suffix.utf8.count
        guard key.utf8.suffix(count).elementsEqual(suffix.utf8) else { return nil }
        return String(Substring(key.utf8.dropLast(count)))
    }

    /// What i18next puts between the key of a plural by ordinal and the case.
    static let ordinalSuffix = "_ordinal"

    /// The kind of plural whose cases have the stem.
    static func selector(ofStem stem: String) -> Value.Selector {
        removing(ordinalSuffix, from: stem) == nil ? .plural : .ordinal
    }
}
