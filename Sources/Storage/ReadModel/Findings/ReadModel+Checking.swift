import GRDB
import JSON
package import Texts
package import Translation

/// The data about a string that the checks need.
package struct StringToCheck: Sendable {
    /// The number of the string in this generation of the read model.
    package let number: Int64
    package let string: StringID
    /// The definition, with the source text and its limits.
    package let definition: Definition
    /// A hash of the source text.
    package let hash: Int64

    /// The string's position in the order of entries.
    package var place: EntryFilter.Place {
        EntryFilter.Place(section: string.section, order: definition.order, key: string.key)
    }
}

/// The data about a text that the checks need.
package struct TextToCheck: Sendable {
    package let value: Texts.Value
    /// A hash of the text.
    package let hash: Int64
}

extension ReadModel {
    /// An identifier that changes when the tables are rebuilt.
    ///
    /// A rebuild can give strings different numbers.
    package var generation: String {
        get throws {
            try read { db in
                try String.fetchOne(
                    db.cachedStatement(sql: "SELECT value FROM meta WHERE name = 'generation'"))
                    ?? ""
            }
        }
    }

    /// The highest string number.
    package var lastString: Int64 {
        get throws {
            try read { try Int64.fetchOne($0, sql: "SELECT max(subject) FROM string") ?? 0 }
        }
    }

    /// Returns up to `limit` existing strings with numbers greater than `number`, in ascending
    /// order.
    package func stringsToCheck(after number: Int64, limit: Int) throws -> [StringToCheck] {
        try stringsToCheck(
            "subject > ? AND is_existing ORDER BY subject LIMIT ?", [number, limit])
    }

    /// Returns the given strings that exist.
    package func stringsToCheck(_ numbers: some Sequence<Int64>) throws -> [StringToCheck] {
        try numbers.flatMap { try stringsToCheck("subject = ? AND is_existing", [$0]) }
    }

    /// Returns the existing strings in a section.
    package func stringsToCheck(section: String) throws -> [StringToCheck] {
        try stringsToCheck("section = ? AND is_existing", [StoredText(section)])
    }

    private func stringsToCheck(
        _ condition: String, _ arguments: StatementArguments
    ) throws -> [StringToCheck] {
        try read { db in
            var strings: [StringToCheck] = []
            try db.cachedStatement(
                sql:
                    "SELECT subject, section, key, definition, value FROM string WHERE \(condition)"
            ).forEachRow(arguments) { row in
                guard let number = row.number(0), let section = row.text(1),
                    let key = row.text(2), let json = row.blob(3)
                else { return }
                strings.append(
                    StringToCheck(
                        number: number, string: StringID(section: section, key: key),
                        definition: try Definition(json: .parse(json)),
                        hash: row.bytes(4, Self.hash) ?? 0))
            }
            return strings
        }
    }

    /// Returns a language's own texts for a range of strings, by string number.
    package func textsToCheck(
        in locale: LanguageTag, strings: ClosedRange<Int64>
    ) throws -> [Int64: TextToCheck] {
        try read { db in
            var texts: [Int64: TextToCheck] = [:]
            try db.cachedStatement(
                sql: """
                    SELECT string, value FROM unit_state
                    WHERE locale = ? AND string BETWEEN ? AND ? AND event IS NOT NULL
                    """
            ).forEachRow([locale.rawValue, strings.lowerBound, strings.upperBound]) { row in
                guard let number = row.number(0), let value = try row.storedValue(1) else { return }
                texts[number] = TextToCheck(value: value, hash: row.bytes(1, Self.hash) ?? 0)
            }
            return texts
        }
    }

    /// Returns the number of a string, or `nil` if no event is about the string.
    package func number(of string: StringID) throws -> Int64? {
        try read { try $0.number(of: .unit(project.source, string), in: project) }
    }

    /// Returns the silenced checks of a text.
    ///
    /// Cost: for most texts, an index scan of their events.
    package func silencedChecks(
        _ locale: LanguageTag, _ string: StringID
    ) throws -> Set<Texts.Value.Text> {
        let isPossible = try read { db in
            guard let number = try db.number(of: .unit(locale, string), in: project) else {
                return false
            }
            return try Bool.fetchOne(
                db.cachedStatement(
                    sql: "SELECT EXISTS (SELECT 1 FROM event WHERE subject = ? AND type = ?)"),
                arguments: [number, StoredText("check.silenced")]) ?? false
        }
        return isPossible ? try unit(locale, string).silencedChecks : []
    }

    /// Returns the 64-bit FNV-1a hash: <http://www.isthe.com/chongo/tech/comp/fnv/>.
    ///
    /// If hashes are equal, the checks compare the texts.
    private static func hash(_ bytes: UnsafeRawBufferPointer) -> Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return Int64(bitPattern: hash)
    }
}
