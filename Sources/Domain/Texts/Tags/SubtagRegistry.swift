/// The registered subtags, from CLDR's validity data.
///
/// CLDR compresses its lists: `aaa~i` means `aaa` to `aai`
/// (<https://www.unicode.org/reports/tr35/#String_Range>). Deprecated, private-use and special
/// codes are also registered.
enum SubtagRegistry {
    /// The kinds of subtags, by the names used in messages.
    enum Kind: String {
        case language, script, region, variant

        fileprivate var table: CLDRTable {
            switch self {
            case .language: CLDRTables.languages
            case .script: CLDRTables.scripts
            case .region: CLDRTables.regions
            case .variant: CLDRTables.variants
            }
        }
    }

    /// Returns whether the subtag, in canonical case, is registered.
    static func contains(_ subtag: String, as kind: Kind) -> Bool {
        guard let record = kind.table.record(upTo: subtag) else { return false }
        let ends = record.split(separator: "~")
        guard let first = ends.first, first.utf8.count == subtag.utf8.count else { return false }
        guard ends.count == 2 else { return first == subtag }
        // The end of a range replaces the same number of final characters in the first subtag.
        let last = first.dropLast(ends[1].count) + ends[1]
        return !last.utf8.lexicographicallyPrecedes(subtag.utf8)
    }
}
