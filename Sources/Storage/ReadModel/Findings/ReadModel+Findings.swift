public import EventStore
import GRDB
public import Texts
public import Translation

extension ReadModel {
    /// The position of the findings beside the read model, or `nil` while findings are unavailable.
    ///
    /// It may be older than the read model's position, because findings are computed later. Cost: a
    /// few rows.
    public var findingsPosition: Position? {
        get throws {
            try read { db in
                do {
                    guard
                        try Bool.fetchOne(
                            db.cachedStatement(
                                sql: """
                                    SELECT EXISTS (SELECT 1 FROM pragma_database_list WHERE name = ?)
                                    """), arguments: [FindingsSchema.name]) ?? false
                    else { return nil }
                    let rows = try Row.fetchAll(
                        db.cachedStatement(
                            sql: """
                                SELECT name, value FROM \(FindingsSchema.name).meta f
                                WHERE EXISTS (
                                  SELECT 1 FROM \(FindingsSchema.name).meta g JOIN main.meta m
                                    ON m.name = 'generation' AND g.value = m.value
                                  WHERE g.name = 'generation')
                                """))
                    var values: [String: String] = [:]
                    for row in rows { values[row[0]] = row[1] as String? }
                    guard let tree = values["tree"], let commit = values["commit"] else {
                        return nil
                    }
                    return Position(tree: tree, commit: commit)
                } catch let error as DatabaseError where error.resultCode != .SQLITE_INTERRUPT {
                    // The findings are in a separate file, which may be damaged or just created.
                    return nil
                }
            }
        }
    }

    /// Returns a language's number in the findings, or `nil` while findings are unavailable.
    ///
    /// For a language without stored findings, returns -1, which no row has.
    func findingsLanguage(_ locale: LanguageTag) throws -> Int64? {
        guard try findingsPosition != nil else { return nil }
        return try read { db in
            try Int64.fetchOne(
                db.cachedStatement(
                    sql: "SELECT id FROM \(FindingsSchema.name).language WHERE locale = ?"),
                arguments: [locale.rawValue]) ?? -1
        }
    }

    /// Returns the number of strings with findings for each language, or `nil` while findings are
    /// unavailable.
    ///
    /// Omits languages without findings. Cost: a few rows for each language.
    public func findingCounts() throws -> [LanguageTag: FindingCounts]? {
        guard try findingsPosition != nil else { return nil }
        return try read { db in
            var counts: [LanguageTag: FindingCounts] = [:]
            try db.cachedStatement(
                sql: """
                    SELECT l.locale, t.bit, t.strings
                    FROM \(FindingsSchema.name).tally t
                    JOIN \(FindingsSchema.name).language l ON l.id = t.locale
                    ORDER BY t.locale, t.bit
                    """
            ).forEachRow([]) { row in
                guard let locale = row.text(0).flatMap({ LanguageTag($0) }),
                    let bit = row.number(1), let strings = row.number(2)
                else { return }
                counts[locale, default: FindingCounts()].add(bit: Int(bit), strings: Int(strings))
            }
            return counts
        }
    }

    /// Returns the number of a section's strings with findings in a language, or `nil` while
    /// findings are unavailable.
    ///
    /// Cost: reads the strings in the section.
    func findingCounts(of locale: LanguageTag, section: String?) throws -> FindingCounts? {
        guard let language = try findingsLanguage(locale) else { return nil }
        return try read { db in
            var byBit: [Int: Int] = [:]
            try db.cachedStatement(
                sql: """
                    SELECT f.own | f.across FROM string s
                    CROSS JOIN \(FindingsSchema.name).unit f
                      ON f.locale = ? AND f.string = s.subject
                    WHERE s.is_existing AND s.section = ?
                    """
            ).forEachRow([language, section.map(StoredText.init)]) { row in
                for bit in FindingMask.counted(row.number(0) ?? 0) { byBit[bit, default: 0] += 1 }
            }
            var counts = FindingCounts()
            for (bit, strings) in byBit.sorted(by: { $0.key < $1.key }) {
                counts.add(bit: bit, strings: strings)
            }
            return counts
        }
    }

    /// Returns the findings in the strings' texts, by string number.
    func findings(
        of numbers: some Sequence<Int64>, in language: Int64?
    ) throws -> [Int64: [Finding]] {
        guard let language else { return [:] }
        return try read { db in
            var findings: [Int64: [Finding]] = [:]
            let statement = try db.cachedStatement(
                sql: """
                    SELECT body FROM \(FindingsSchema.name).finding WHERE locale = ? AND string = ?
                    ORDER BY is_across
                    """)
            for number in numbers {
                try statement.forEachRow([language, number]) { row in
                    findings[number, default: []] += try [Finding](stored: row.blob(0) ?? [])
                }
            }
            return findings
        }
    }

    /// Returns the findings in a string's text in a language, or `nil` while findings are
    /// unavailable.
    public func findings(_ locale: LanguageTag, _ string: StringID) throws -> [Finding]? {
        guard let language = try findingsLanguage(locale) else { return nil }
        guard let number = try number(of: string) else { return [] }
        return try findings(of: [number], in: language)[number] ?? []
    }
}
