import GRDB
import GRDBSQLite
import Translation

/// A statement that is carried out for many rows.
///
/// GRDB puts every argument into a box and a list, which costs more than SQLite's own work for a row.
final class RowStatement {
    private let db: Database
    private let sql: String
    /// Prepared with the first row: most commands need few of the statements there are.
    private var prepared: Statement?
    /// The bytes of a row while the statement is carried out.
    private let room = UnsafeMutableRawPointer.allocate(byteCount: roomSize, alignment: 16)
    private static let roomSize = 16 << 10

    /// Keeps a statement that returns no rows.
    init(_ db: Database, _ sql: String) {
        self.db = db
        self.sql = sql
    }

    deinit { room.deallocate() }

    /// Carries the statement out once, with the values that `bind` adds from the first parameter on.
    ///
    /// Returns whether that changed a row.
    @discardableResult
    func execute(_ bind: (inout Parameters) -> Void) throws -> Bool {
        let statement = try prepare()
        let handle = statement.sqliteStatement
        var parameters = Parameters(handle, room, size: Self.roomSize)
        bind(&parameters)
        let code = parameters.failure ?? sqlite3_step(handle)
        sqlite3_reset(handle)
        guard code == SQLITE_DONE else { throw statement.failure(code) }
        return sqlite3_changes(sqlite3_db_handle(handle)) > 0
    }

    private func prepare() throws -> Statement {
        if let prepared { return prepared }
        let statement = try db.makeStatement(sql: sql)
        prepared = statement
        return statement
    }

    /// The values of one row, added one after the other.
    ///
    /// SQLite would take memory for each of them, and give it back: they are put side by side instead.
    struct Parameters {
        private let handle: SQLiteStatement
        private var index: Int32 = 0
        /// The place for the next bytes; SQLite needs them until the row is written.
        private var next: UnsafeMutableRawPointer
        private let end: UnsafeMutableRawPointer
        fileprivate private(set) var failure: Int32?

        fileprivate init(
            _ handle: SQLiteStatement, _ room: UnsafeMutableRawPointer, size: Int
        ) {
            self.handle = handle
            next = room
            end = room + size
        }

        /// Adds a number, or null.
        mutating func add(_ number: Int64?) {
            note { handle, index in
                number.map { sqlite3_bind_int64(handle, index, $0) }
                    ?? sqlite3_bind_null(handle, index)
            }
        }

        /// Adds a truth value, or null.
        mutating func add(_ flag: Bool?) { add(flag.map { $0 ? 1 : 0 } as Int64?) }

        /// Adds an id, or null.
        mutating func add(_ id: EventID?) {
            guard let id else { return add(nil as Int64?) }
            id.withText { text in add(text: UnsafeRawBufferPointer(text)) }
        }

        /// Adds one of SQLite's texts, for ids, tags and words of this program; or null.
        mutating func add(text: String?) {
            guard var text else { return add(nil as Int64?) }
            text.withUTF8 { add(text: UnsafeRawBufferPointer($0)) }
        }

        /// Adds a text that people choose as a blob (see ``StoredText``), or null.
        mutating func add(blob text: String?) {
            guard var text else { return add(nil as Int64?) }
            text.withUTF8 { add(blob: UnsafeRawBufferPointer($0)) }
        }

        /// Adds bytes as a blob, or null.
        mutating func add(blob bytes: (some Collection<UInt8>)?) {
            guard let bytes else { return add(nil as Int64?) }
            let isAdded: Void? = bytes.withContiguousStorageIfAvailable {
                add(blob: UnsafeRawBufferPointer($0))
            }
            if isAdded == nil { Array(bytes).withUnsafeBytes { add(blob: $0) } }
        }

        private mutating func add(text bytes: UnsafeRawBufferPointer) {
            let (start, lifetime) = keep(bytes)
            note { handle, index in
                sqlite3_bind_text(
                    handle, index, start.assumingMemoryBound(to: CChar.self), Int32(bytes.count),
                    lifetime)
            }
        }

        private mutating func add(blob bytes: UnsafeRawBufferPointer) {
            let (start, lifetime) = keep(bytes)
            note { handle, index in
                sqlite3_bind_blob64(handle, index, start, UInt64(bytes.count), lifetime)
            }
        }

        /// Stores bytes so that they stay valid until the row is written.
        ///
        /// If there is no room, makes SQLite copy them.
        private mutating func keep(
            _ bytes: UnsafeRawBufferPointer
        ) -> (start: UnsafeRawPointer, lifetime: sqlite3_destructor_type?) {
            let place = next
            // No bytes have a place too: a null pointer would bind null.
            guard let start = bytes.baseAddress, !bytes.isEmpty else {
                return (UnsafeRawPointer(place), nil)
            }
            guard bytes.count <= end - place else { return (start, Self.copied) }
            place.copyMemory(from: start, byteCount: bytes.count)
            next += bytes.count
            return (UnsafeRawPointer(place), nil)
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
