import Crypto
import GRDB

extension ReadModel {
    /// The names of the tables that say something else than those of another read model of the same log.
    ///
    /// Numbers of rows do not count, which depend on the order in which events came. Cost: both are read whole.
    public func differingTables(from other: ReadModel) throws -> [String] {
        try Schema.comparisons.compactMap { table, sql in
            try contentHash(sql) == other.contentHash(sql) ? nil : table
        }
    }

    /// The hash of all values of a query's rows, each with its type and its end.
    private func contentHash(_ sql: String) throws -> [UInt8] {
        try read { db in
            var hash = SHA256()
            let cursor = try Row.fetchCursor(db, sql: sql)
            while let row = try cursor.next() {
                for value in row.databaseValues { hash.update(value) }
            }
            return Array(hash.finalize())
        }
    }
}

extension SHA256 {
    fileprivate mutating func update(_ value: DatabaseValue) {
        switch value.storage {
        case .null: update(data: [0])
        case .int64(let number): update(data: Array("i\(number);".utf8))
        case .double(let number): update(data: Array("d\(number);".utf8))
        case .string(let text):
            update(data: Array("t\(text.utf8.count);".utf8))
            update(data: Array(text.utf8))
        case .blob(let data):
            update(data: Array("b\(data.count);".utf8))
            update(data: data)
        }
    }
}
