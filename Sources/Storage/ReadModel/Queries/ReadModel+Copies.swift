import GRDB
public import Texts
import Translation

extension ReadModel {
    /// Returns a language's texts if each text only repeats its source text, and otherwise `nil`.
    ///
    /// Cost: reads the texts up to the first one that differs, which is the first text in most
    /// languages.
    public func copiedTexts(in locale: LanguageTag) throws -> [Texts.Value]? {
        try read { db in
            let cursor = try Row.fetchCursor(
                db.cachedStatement(
                    sql: """
                        SELECT u.value, s.value FROM unit_state u
                        CROSS JOIN string s ON s.subject = u.string
                        WHERE u.locale = ? AND u.event IS NOT NULL AND s.is_existing AND s.is_translatable
                        """), arguments: [locale.rawValue])
            var copies: [Texts.Value] = []
            while let row = try cursor.next() {
                guard let text = try row.storedValue(0), let source = try row.storedValue(1) else {
                    continue
                }
                guard text.isCopy(of: source) else { return nil }
                copies.append(text)
            }
            return copies
        }
    }
}
