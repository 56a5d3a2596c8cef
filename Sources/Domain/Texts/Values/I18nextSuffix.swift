/// The suffixes that distinguish the forms of an i18next plural: `item_few`, `place_ordinal_one`.
///
/// All functions work on bytes, because a combining mark after a `_` forms a single `Character`
/// with it.
package enum I18nextSuffix {
    /// The part between the key of an ordinal plural and the category.
    package static let ordinal = "_ordinal"

    /// Splits a key such as `item_few` into stem and category.
    ///
    /// Returns `nil` if the key has no such suffix, or no stem.
    package static func pluralCase(of key: String) -> (stem: String, category: String)? {
        for category in PluralCase.categories {
            if let stem = removing("_" + category, from: key), !stem.isEmpty {
                return (stem, category)
            }
        }
        return nil
    }

    /// Returns the part before a suffix, or `nil` if the key does not end with it.
    package static func removing(_ suffix: String, from key: String) -> String? {
        let count = suffix.utf8.count
        guard key.utf8.suffix(count).elementsEqual(suffix.utf8) else { return nil }
        return String(Substring(key.utf8.dropLast(count)))
    }

    /// Returns the kind of plural for a stem: ordinal if the stem ends in `_ordinal`.
    package static func selector(ofStem stem: String) -> Value.Selector {
        removing(ordinal, from: stem) == nil ? .plural : .ordinal
    }

    /// Returns the suffixes to look up for a category, in order.
    ///
    /// An app may use a separator other than `_`.
    package static func searched(
        for category: PluralCategory, isOrdinal: Bool, separator: String
    ) -> [String] {
        let suffix = separator + category.rawValue
        return isOrdinal ? [separator + ordinal.dropFirst() + suffix, suffix] : [suffix]
    }
}
