import GRDB
import GRDBSQLite
import Translation

/// A statement that is executed for many rows.
///
/// GRDB boxes every argument and puts it into a list, which costs more than SQLite's own work for a
/// row. This class binds the values directly.
final class RowStatement {
    private let db: Database
    private let sql: String
    /// The prepared statement, created with the first row because most commands need few
    /// statements.
    private var prepared: Statement?
    /// The buffer for the bytes of a row during execution.
    private let room = UnsafeMutableRawPointer.allocate(byteCount: roomSize, alignment: 16)
    private static let roomSize = 16 << 10

    /// Creates a statement that returns no rows.
    init(_ db: Database, _ sql: String) {
        self.db = db
        self.sql = sql
    }

    deinit { room.deallocate() }

    /// Executes the statement once, with the values that `bind` adds in the order of the
    /// parameters.
    ///
    /// Returns true if a row was changed.
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

    /// The values of one row, added in order.
    ///
    /// The bytes are stored in one buffer, because SQLite would otherwise allocate memory for each
    /// value.
    struct Parameters {
        private let handle: SQLiteStatement
        private var index: Int32 = 0
        /// The address for the next bytes, which must stay valid until the row is written.
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

        /// Adds a Boolean, or null.
        mutating func add(_ flag: Bool?) { add(flag.map { $0 ? 1 : 0 } as Int64?) }

        /// Adds an id, or null.
        mutating func add(_ id: EventID?) {
            guard let id else { return add(nil as Int64?) }
            id.withText { text in add(text: UnsafeRawBufferPointer(text)) }
        }

        /// Adds a string as SQLite text, or null; used for ids, tags and the program's own words.
        mutating func add(text: String?) {
            guard var text else { return add(nil as Int64?) }
            text.withUTF8 { add(text: UnsafeRawBufferPointer($0)) }
        }

        /// Adds a user-supplied string as a blob (see ``StoredText``), or null.
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
        /// If the buffer is full, makes SQLite copy the bytes.
        private mutating func keep(
            _ bytes: UnsafeRawBufferPointer
        ) -> (start: UnsafeRawPointer, lifetime: sqlite3_destructor_type?) {
            let place = next
            // An empty value needs an address too, because a null pointer would bind null.
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

        /// The value that tells SQLite to copy the bytes.
        private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }
}
