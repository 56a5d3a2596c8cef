package import GRDB
import GRDBSQLite
import Texts
import Translation

/// The current row of a statement, whose columns are read directly from SQLite's memory.
///
/// GRDB would first create a value for each column, which costs more than SQLite's own work for a
/// row.
package struct StatementRow {
    @usableFromInline let handle: SQLiteStatement

    fileprivate init(_ handle: SQLiteStatement) { self.handle = handle }

    /// Returns the integer in a column, or `nil` if the column is null.
    ///
    /// Reading an integer from a null column does not convert the column.
    package func number(_ index: Int32) -> Int64? {
        let number = sqlite3_column_int64(handle, index)
        return number == 0 && isNull(index) ? nil : number
    }

    /// Returns true if a column holds a number other than zero.
    package func flag(_ index: Int32) -> Bool { sqlite3_column_int64(handle, index) != 0 }

    /// Returns the string in a column, which is SQLite text or a blob in UTF-8, or `nil` if the
    /// column is null.
    package func text(_ index: Int32) -> String? {
        bytes(index) { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the bytes of a blob, or `nil` if the column is null.
    package func blob(_ index: Int32) -> [UInt8]? { bytes(index) { Array($0) } }

    /// Returns the event id in a column, or `nil` if the column is null.
    func eventID(_ index: Int32) -> EventID? { bytes(index) { EventID(utf8: $0) } ?? nil }

    /// Returns the value in a column, or `nil` if the column is null.
    func storedValue(_ index: Int32) throws -> Texts.Value? {
        try bytes(index) { try Texts.Value(stored: $0) }
    }

    /// Returns the integer in a column, or `nil` for any other type.
    func numberOnly(_ index: Int32) -> Int64? {
        sqlite3_column_type(handle, index) == SQLITE_INTEGER
            ? sqlite3_column_int64(handle, index) : nil
    }

    /// Appends a column to bytes, with its type and length.
    ///
    /// Different sequences of columns therefore result in different bytes.
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

    /// Appends a blob to bytes, in the same form as a column with this blob.
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

    /// Calls `body` with the bytes of a blob or text, unless the column is null.
    @inlinable @discardableResult
    package func bytes<Result>(
        _ index: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result? {
        // The blob must be read before its length: <https://www.sqlite.org/c3ref/column_blob.html>.
        // An empty blob also has a null pointer.
        let start = sqlite3_column_blob(handle, index)
        if start == nil, isNull(index) { return nil }
        let count = Int(sqlite3_column_bytes(handle, index))
        return try body(UnsafeRawBufferPointer(start: start, count: count))
    }
}

extension Statement {
    /// Executes the statement, and calls `body` with each row.
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

    /// Executes the statement, and calls `body` with each row until it returns false.
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

    /// Returns the SQLite error for a result code of the statement.
    func failure(_ code: Int32) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: code),
            message: String(cString: sqlite3_errmsg(sqlite3_db_handle(sqliteStatement))),
            sql: sql)
    }
}
