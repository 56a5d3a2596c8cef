import GRDB
import JSON
package import Texts
package import Translation

/// A transaction that changes findings: the rows of texts, and the counts derived from them.
package final class FindingsChanges {
    let db: Database
    private var tally: [Int64: [Int: Int]] = [:]
    private var languages: [LanguageTag: Int64] = [:]

    init(_ db: Database) { self.db = db }

    /// Replaces either a text's own findings or its findings across strings.
    package func replace(
        _ findings: [Finding], of string: Int64, in locale: LanguageTag, isAcross: Bool
    ) throws {
        let language = try number(of: locale)
        var old: (own: Int64, across: Int64) = (0, 0)
        try db.cachedStatement(
            sql: "SELECT own, across FROM unit WHERE locale = ? AND string = ?"
        ).forEachRow([language, string]) { row in
            old = (row.number(0) ?? 0, row.number(1) ?? 0)
        }
        var new = old
        let mask = FindingMask(findings).bits
        if isAcross { new.across = mask } else { new.own = mask }
        // Findings across strings mention other strings, so their messages can change even if the
        // bits do not.
        guard old != new || mask != 0 else { return }
        try db.cachedStatement(
            sql: "DELETE FROM finding WHERE locale = ? AND string = ? AND is_across = ?"
        ).execute(arguments: [language, string, isAcross])
        if !findings.isEmpty {
            try db.cachedStatement(
                sql: "INSERT INTO finding (locale, string, is_across, body) VALUES (?, ?, ?, ?)"
            ).execute(arguments: [language, string, isAcross, findings.stored.blob])
        }
        guard old != new else { return }
        if new.own | new.across == 0 {
            try db.cachedStatement(sql: "DELETE FROM unit WHERE locale = ? AND string = ?")
                .execute(arguments: [language, string])
        } else {
            try db.cachedStatement(
                sql: "INSERT OR REPLACE INTO unit (locale, string, own, across) VALUES (?, ?, ?, ?)"
            ).execute(arguments: [language, string, new.own, new.across])
        }
        for bit in FindingMask.counted(old.own | old.across) {
            tally[language, default: [:]][bit, default: 0] -= 1
        }
        for bit in FindingMask.counted(new.own | new.across) {
            tally[language, default: [:]][bit, default: 0] += 1
        }
    }

    /// Removes all data about a language.
    package func remove(_ locale: LanguageTag) throws {
        let language = try number(of: locale)
        for table in ["unit", "finding", "tally", "text"] {
            try db.cachedStatement(sql: "DELETE FROM \(table) WHERE locale = ?")
                .execute(arguments: [language])
        }
        try db.cachedStatement(sql: "DELETE FROM language WHERE id = ?")
            .execute(arguments: [language])
        languages[locale] = nil
        tally[language] = nil
    }

    /// Returns the languages with stored data, sorted by tag.
    package func locales() throws -> [LanguageTag] {
        try String.fetchAll(db, sql: "SELECT locale FROM language ORDER BY locale")
            .compactMap { LanguageTag($0) }
    }

    /// Stores the hash of a string's text in a language, or removes it if nil; returns the previous
    /// hash.
    @discardableResult
    package func setText(_ hash: Int64?, of string: Int64, in locale: LanguageTag) throws -> Int64?
    {
        let language = try number(of: locale)
        let old = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT hash FROM text WHERE locale = ? AND string = ?"),
            arguments: [language, string])
        guard old != hash else { return old }
        if let hash {
            try db.cachedStatement(
                sql: "INSERT OR REPLACE INTO text (locale, string, hash) VALUES (?, ?, ?)"
            ).execute(arguments: [language, string, hash])
        } else {
            try db.cachedStatement(sql: "DELETE FROM text WHERE locale = ? AND string = ?")
                .execute(arguments: [language, string])
        }
        return old
    }

    /// Stores the hash of a string's source text, or removes it if nil; returns the previous hash.
    @discardableResult
    package func setSource(_ hash: Int64?, of string: Int64) throws -> Int64? {
        let old = try sourceHash(of: string)
        guard old != hash else { return old }
        if let hash {
            try db.cachedStatement(
                sql: "INSERT OR REPLACE INTO source (string, hash) VALUES (?, ?)"
            ).execute(arguments: [string, hash])
        } else {
            try db.cachedStatement(sql: "DELETE FROM source WHERE string = ?")
                .execute(arguments: [string])
        }
        return old
    }

    /// Returns the hash of a string's source text.
    package func sourceHash(of string: Int64) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT hash FROM source WHERE string = ?"),
            arguments: [string])
    }

    /// Returns the hashes of the strings' source texts.
    package func sourceHashes(of strings: Set<Int64>) throws -> Set<Int64> {
        try Set(strings.compactMap { try sourceHash(of: $0) })
    }

    /// Returns the hashes of the strings' texts in a language.
    package func textHashes(of strings: Set<Int64>, in locale: LanguageTag) throws -> Set<Int64> {
        let language = try number(of: locale)
        let statement = try db.cachedStatement(
            sql: "SELECT hash FROM text WHERE locale = ? AND string = ?")
        return try Set(
            strings.compactMap { try Int64.fetchOne(statement, arguments: [language, $0]) })
    }

    /// Returns the strings whose source text has one of the hashes.
    package func strings(withSources hashes: Set<Int64>) throws -> [Int64] {
        let statement = try db.cachedStatement(sql: "SELECT string FROM source WHERE hash = ?")
        return try hashes.flatMap { try Int64.fetchAll(statement, arguments: [$0]) }
    }

    /// Returns the strings whose text in a language has one of the hashes.
    package func strings(withTexts hashes: Set<Int64>, in locale: LanguageTag) throws -> [Int64] {
        let language = try number(of: locale)
        let statement = try db.cachedStatement(
            sql: "SELECT string FROM text WHERE locale = ? AND hash = ?")
        return try hashes.flatMap { try Int64.fetchAll(statement, arguments: [language, $0]) }
    }

    /// Returns the strings that share their source or their text in a language with another string.
    ///
    /// Also includes the strings with findings across strings.
    package func stringsWithTwins(in locale: LanguageTag) throws -> [Int64] {
        try Int64.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT string FROM source WHERE hash IN (
                      SELECT hash FROM source GROUP BY hash HAVING count(*) > 1)
                    UNION
                    SELECT string FROM text WHERE locale = :locale AND hash IN (
                      SELECT hash FROM text WHERE locale = :locale GROUP BY hash HAVING count(*) > 1)
                    UNION
                    SELECT string FROM unit WHERE locale = :locale AND across <> 0
                    """), arguments: ["locale": try number(of: locale)])
    }

    private func number(of locale: LanguageTag) throws -> Int64 {
        if let number = languages[locale] { return number }
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO language (locale) VALUES (?)")
            .execute(arguments: [locale.rawValue])
        let number =
            try Int64.fetchOne(
                db.cachedStatement(sql: "SELECT id FROM language WHERE locale = ?"),
                arguments: [locale.rawValue]) ?? 0
        languages[locale] = number
        return number
    }

    /// Writes the changed counts.
    func finish() throws {
        for (language, counts) in tally {
            for (bit, count) in counts where count != 0 {
                try db.cachedStatement(
                    sql: """
                        INSERT INTO tally (locale, bit, strings) VALUES (?, ?, ?)
                        ON CONFLICT (locale, bit) DO UPDATE SET strings = strings + excluded.strings
                        """
                ).execute(arguments: [language, bit, count])
            }
        }
    }
}

extension [Finding] {
    /// The stored form of the findings: `[[check, severity, message, part of the path, …], …]`.
    fileprivate var stored: JSONValue {
        .array(
            map { finding in
                .array(
                    ([finding.check, finding.severity.rawValue, finding.message] + finding.path)
                        .map { .string($0) })
            })
    }

    /// Parses the form that ``stored`` returns.
    init(stored bytes: [UInt8]) throws {
        let items = try JSONValue.parse(bytes).arrayValue ?? []
        self = items.compactMap { item -> Finding? in
            let words = (item.arrayValue ?? []).compactMap(\.stringValue)
            guard words.count >= 3, let severity = Finding.Severity(rawValue: words[1]) else {
                return nil
            }
            return Finding(
                check: words[0], severity: severity, message: words[2],
                path: [String](words.dropFirst(3)))
        }
    }
}
