/// The suffixes by which i18next tells the forms of a plural: `item_few`, `place_ordinal_one`.
///
/// Everything is done on bytes: characters can hide a `_` behind a mark that combines with it.
package enum I18nextSuffix {
    /// The part between the key of a plural by ordinal and the category.
    package static let ordinal = "_ordinal"

    /// Splits a key such as `item_few` into stem and category.
    ///
    /// Returns `nil` if it has no such suffix, or nothing before it.
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

    /// Returns the kind of plural whose cases have the stem.
    package static func selector(ofStem stem: String) -> Value.Selector {
        removing(ordinal, from: stem) == nil ? .plural : .ordinal
    }

    /// Returns the suffixes that are looked for, in order, for a category; an app may have another separator than `_`.
    package static func searched(
        for category: PluralCategory, isOrdinal: Bool, separator: String
    ) -> [String] {
        let suffix = separator + category.rawValue
        return isOrdinal ? [separator + ordinal.dropFirst() + suffix, suffix] : [suffix]
    }
}
