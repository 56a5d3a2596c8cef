import GRDB
package import Texts

/// The position of a string within its section.
package struct StringPlace: Sendable, Hashable {
    /// The number of the string within its section, from 1.
    package let number: Int
    /// The number of strings in the section.
    package let count: Int
    /// The string and the strings around it, in order.
    package let neighbours: [StringID]
    /// The index of the string in ``neighbours``.
    package let index: Int

    /// The string before this one.
    package var previous: StringID? { index > 0 ? neighbours[index - 1] : nil }
    /// The string after this one.
    package var next: StringID? {
        index + 1 < neighbours.count ? neighbours[index + 1] : nil
    }
}

extension ReadModel {
    /// Returns the position of a string, with up to `distance` strings before and after it.
    ///
    /// Returns `nil` if the string does not exist. Cost: an index scan of the section.
    package func place(of string: StringID, distance: Int) throws -> StringPlace? {
        try read { db in
            var number: Int?
            var count = 0
            var neighbours: [(number: Int, string: StringID)] = []
            let rows = try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        WITH place AS (
                          SELECT key, row_number() OVER (ORDER BY position IS NULL, position, key) AS number,
                            count(*) OVER () AS strings
                          FROM string WHERE section = ? AND is_existing
                        ), own AS (SELECT number FROM place WHERE key = ?)
                        SELECT place.number, own.number, strings, key FROM own
                        JOIN place ON place.number BETWEEN own.number - ? AND own.number + ?
                        ORDER BY place.number
                        """),
                arguments: [
                    StoredText(string.section), StoredText(string.key), distance, distance,
                ])
            for row in rows {
                number = row[1]
                count = row[2]
                let key = try row.requiredText(3)
                neighbours.append((row[0], StringID(section: string.section, key: key)))
            }
            guard let number, let index = neighbours.firstIndex(where: { $0.number == number })
            else { return nil }
            return StringPlace(
                number: number, count: count, neighbours: neighbours.map(\.string), index: index)
        }
    }
}
