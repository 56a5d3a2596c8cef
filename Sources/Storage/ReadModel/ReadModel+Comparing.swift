import Crypto
import GRDB
import Translation

extension ReadModel {
    /// Returns the names of the tables that differ from the tables in another read model of the
    /// same log.
    ///
    /// Ignores row numbers, which depend on the order in which events arrived. Cost: reads both
    /// read models completely.
    public func differingTables(from other: ReadModel) throws -> [String] {
        try contentHashes().differingTables(from: other.contentHashes())
    }

    /// Returns hashes of the contents of all tables, for comparison with another read model of the
    /// same log.
    ///
    /// Cost: reads everything.
    public func contentHashes() throws -> ContentHashes {
        try read { db in
            ContentHashes(
                byTable: try Schema.comparisons.map { table, sql in
                    (table, try contentHash(sql, of: table, in: db))
                })
        }
    }

    /// The hash of each table's content.
    public struct ContentHashes: Sendable {
        fileprivate let byTable: [(table: String, hash: [UInt64])]

        /// Returns the names of the tables that differ from the tables in another read model.
        public func differingTables(from other: ContentHashes) -> [String] {
            zip(byTable, other.byTable).filter { $0.hash != $1.hash }.map(\.0.table)
        }
    }

    /// Returns the number of texts whose state row has not been hashed since proposals arrived.
    package func unhashedTexts() throws -> Int {
        try read { db in
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM subject WHERE \(Schema.hasNoHash)") ?? 0
        }
    }

    /// Returns the sum of the hashes of a query's rows, as four numbers.
    ///
    /// The hash of a row covers each value with its type and length. A sum does not depend on the
    /// order of the rows. Sorting the rows of a large project would take more memory than
    /// everything else. If a subject has no stored hash, the query returns the subject's number
    /// instead.
    private func contentHash(
        _ sql: String, of table: String, in db: Database
    ) throws -> [UInt64] {
        var sum = [UInt64](repeating: 0, count: SHA256.byteCount / 8)
        var bytes: [UInt8] = []
        let statement = try db.makeStatement(sql: sql)
        let last = Int32(statement.columnCount) - 1
        try statement.forEachRow([]) { row in
            bytes.removeAll(keepingCapacity: true)
            for index in 0..<last { row.append(index, to: &bytes) }
            if table == "subject", let subject = row.numberOnly(last) {
                StatementRow.append(
                    blob: try db.hashOfRow(of: subject, in: project) ?? [], to: &bytes)
            } else {
                row.append(last, to: &bytes)
            }
            SHA256.hash(data: bytes).withUnsafeBytes { hash in
                for index in sum.indices {
                    sum[index] &+= hash.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)
                }
            }
        }
        return sum
    }
}
