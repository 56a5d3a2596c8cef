import GRDB
import GRDBSQLite
import Translation

/// A statement that is carried out for many rows.
///
/// GRDB puts every argument into a box and a list, which costs more than SQLite's own work for a row.
final class RowStatement {
    private let statement: Statement

    /// Prepares a statement that returns no rows.
    init(_ db: Database, _ sql: String) throws {
        statement = try db.makeStatement(sql: sql)
    }

    /// Carries the statement out once, with the values that `bind` adds from the first parameter on.
    func execute(_ bind: (inout Parameters) -> Void) throws {
        let handle = statement.sqliteStatement
        var parameters = Parameters(handle)
        bind(&parameters)
        let code = parameters.failure ?? sqlite3_step(handle)
        sqlite3_reset(handle)
        guard code == SQLITE_DONE else { throw statement.failure(code) }
    }

    /// The values of one row, added one after the other.
    struct Parameters {
        private let handle: SQLiteStatement
        private var index: Int32 = 0
        fileprivate private(set) var failure: Int32?

        fileprivate init(_ handle: SQLiteStatement) { self.handle = handle }

        /// Adds a number, or null.
        mutating func add(_ number: Int64?) {
            note { handle, index in
                number.map { sqlite3_bind_int64(handle, index, $0) }
                    ?? sqlite3_bind_null(handle, index)
            }
        }

        /// Adds a truth value.
        mutating func add(_ flag: Bool) { add(flag ? 1 : 0) }

        /// Adds an id, or null.
        mutating func add(_ id: EventID?) {
            guard let id else { return add(nil as Int64?) }
            note { handle, index in
                id.withText {
                    sqlite3_bind_text(
                        handle, index, $0.baseAddress, Int32($0.count), Self.copied)
                }
            }
        }

        /// Adds one of SQLite's texts, for ids, tags and words of this program; or null.
        mutating func add(text: String?) {
            guard let text else { return add(nil as Int64?) }
            note { handle, index in
                sqlite3_bind_text(handle, index, text, Int32(text.utf8.count), Self.copied)
            }
        }

        /// Adds a text that people choose as a blob (see ``StoredText``), or null.
        mutating func add(blob text: String?) {
            guard var text else { return add(nil as Int64?) }
            text.withUTF8 { add(bytes: $0) }
        }

        /// Adds bytes as a blob, or null.
        mutating func add(blob bytes: (some Collection<UInt8>)?) {
            guard let bytes else { return add(nil as Int64?) }
            let isAdded: Void? = bytes.withContiguousStorageIfAvailable { add(bytes: $0) }
            if isAdded == nil { Array(bytes).withUnsafeBufferPointer { add(bytes: $0) } }
        }

        private mutating func add(bytes: UnsafeBufferPointer<UInt8>) {
            note { handle, index in
                // Where no bytes are, a null pointer would bind null.
                guard let start = bytes.baseAddress, !bytes.isEmpty else {
                    return sqlite3_bind_zeroblob(handle, index, 0)
                }
                return sqlite3_bind_blob64(
                    handle, index, start, UInt64(bytes.count), Self.copied)
            }
        }

        private mutating func note(_ bind: (SQLiteStatement, Int32) -> Int32) {
            index += 1
            let code = bind(handle, index)
            if code != SQLITE_OK { failure = failure ?? code }
        }

        /// Tells SQLite to copy the bytes.
        private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }
}
