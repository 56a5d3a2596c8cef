package import GRDB
import GRDBSQLite
import Texts
import Translation

/// The current row of a statement, whose columns are read directly from SQLite's memory.
///
/// GRDB first creates a value for each column, which costs more than SQLite's own work for a row.
package struct StatementRow {
    @usableFromInline let handle: SQLiteStatement

    fileprivate init(_ handle: SQLiteStatement) { self.handle = handle }

    /// The integer in a column, or `nil` if it is null; reading a null column leaves it null.
    package func number(_ index: Int32) -> Int64? {
        let number = sqlite3_column_int64(handle, index)
        return number == 0 && isNull(index) ? nil : number
    }

    /// Whether a column holds a number other than zero.
    package func flag(_ index: Int32) -> Bool { sqlite3_column_int64(handle, index) != 0 }

    /// The UTF-8 of a column, a text or a blob, or `nil` if it is null.
    package func text(_ index: Int32) -> String? {
        bytes(index) { String(decoding: $0, as: UTF8.self) }
    }

    /// The bytes of a blob, or `nil` if the column is null.
    package func blob(_ index: Int32) -> [UInt8]? { bytes(index) { Array($0) } }

    /// The event id in a column, or `nil` if it is null.
    func eventID(_ index: Int32) -> EventID? { text(index).flatMap { EventID($0) } }

    /// The value in a column, or `nil` if it is null.
    func storedValue(_ index: Int32) throws -> Texts.Value? {
        try bytes(index) { try Texts.Value(stored: $0) }
    }

    /// The integer in a column, or `nil` for any other type.
    func numberOnly(_ index: Int32) -> Int64? {
        sqlite3_column_type(handle, index) == SQLITE_INTEGER
            ? sqlite3_column_int64(handle, index) : nil
    }

    /// Adds a column to bytes, with its type and its length, so that other columns give other bytes.
    func append(_ index: Int32, to bytes: inout [UInt8]) {
        let type = sqlite3_column_type(handle, index)
        switch type {
        case SQLITE_NULL: bytes.append(UInt8(SQLITE_NULL))
        case SQLITE_INTEGER:
            bytes.append(UInt8(SQLITE_INTEGER))
            Self.append(sqlite3_column_int64(handle, index), to: &bytes)
        default: self.bytes(index) { Self.append($0, of: type, to: &bytes) }
        }
    }

    /// Adds a blob to bytes as a column that has it.
    static func append(blob: [UInt8], to bytes: inout [UInt8]) {
        blob.withUnsafeBytes { append($0, of: SQLITE_BLOB, to: &bytes) }
    }

    private static func append(
        _ value: UnsafeRawBufferPointer, of type: Int32, to bytes: inout [UInt8]
    ) {
        bytes.append(UInt8(truncatingIfNeeded: type))
        append(Int64(value.count), to: &bytes)
        bytes.append(contentsOf: value)
    }

    private static func append(_ number: Int64, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    @usableFromInline
    func isNull(_ index: Int32) -> Bool {
        sqlite3_column_type(handle, index) == SQLITE_NULL
    }

    /// Lends the bytes of a blob or a text to `body`, unless the column is null.
    @inlinable @discardableResult
    package func bytes<Result>(
        _ index: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result? {
        // First the blob, then its length: <https://www.sqlite.org/c3ref/column_blob.html>. An empty one has no place either.
        let start = sqlite3_column_blob(handle, index)
        if start == nil, isNull(index) { return nil }
        let count = Int(sqlite3_column_bytes(handle, index))
        return try body(UnsafeRawBufferPointer(start: start, count: count))
    }
}

extension Statement {
    /// Carries the statement out and lends each row to `body`.
    package func forEachRow(
        _ arguments: StatementArguments, _ body: (StatementRow) throws -> Void
    ) throws {
        try setArguments(arguments)
        defer { sqlite3_reset(sqliteStatement) }
        while true {
            switch sqlite3_step(sqliteStatement) {
            case SQLITE_ROW: try body(StatementRow(sqliteStatement))
            case SQLITE_DONE: return
            case let code: throw failure(code)
            }
        }
    }

    /// Carries the statement out and lends each row to `body` until it returns false.
    package func forEachRowWhile(
        _ arguments: StatementArguments, _ body: (StatementRow) throws -> Bool
    ) throws {
        do {
            try forEachRow(arguments) { row in
                guard try body(row) else { throw Enough() }
            }
        } catch is Enough {}
    }

    /// Thrown when the caller needs no more rows.
    private struct Enough: Error {}

    /// Returns SQLite's error for a code that it returned for the statement.
    func failure(_ code: Int32) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: code),
            message: String(cString: sqlite3_errmsg(sqlite3_db_handle(sqliteStatement))),
            sql: sql)
    }
}
