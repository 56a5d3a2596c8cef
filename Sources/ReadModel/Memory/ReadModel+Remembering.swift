import GRDB
package import Texts
import Translation

/// A text of a language as a memory takes it.
package struct TextToRemember: Sendable {
    /// The text.
    package let value: Texts.Value
    /// Whether it came through review.
    package let isReviewed: Bool
}

extension ReadModel {
    /// The own texts of a language in a range of strings that are of use as translations, by number: neither stale nor flagged.
    ///
    /// Cost: these texts.
    package func textsToRemember(
        in locale: LanguageTag, strings: ClosedRange<Int64>
    ) throws -> [Int64: TextToRemember] {
        try read { db in
            var texts: [Int64: TextToRemember] = [:]
            try db.cachedStatement(
                sql: """
                    SELECT string, value, is_reviewed FROM unit_state
                    WHERE locale = ? AND string BETWEEN ? AND ?
                      AND event IS NOT NULL AND NOT is_stale AND NOT is_flagged
                    """
            ).forEachRow([locale.rawValue, strings.lowerBound, strings.upperBound]) { row in
                guard let number = row.number(0), let value = try row.storedValue(1) else { return }
                texts[number] = TextToRemember(value: value, isReviewed: row.flag(2))
            }
            return texts
        }
    }
}
