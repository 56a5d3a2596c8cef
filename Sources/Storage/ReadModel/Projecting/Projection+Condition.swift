import Glibc

extension Projection {
    /// The condition of a read model's file, according to its header.
    public enum Condition: Sendable, Equatable {
        /// There is no file.
        case missing
        /// The file contains this version's tables.
        case current
        /// An older version wrote the file.
        case outdated
        /// A newer version wrote the file.
        case newer
        /// The file is not a database.
        case damaged
        /// The file, or its directory, cannot be written.
        case unwritable
    }

    /// Returns the condition of the file at a path, without opening it as a database.
    ///
    /// Opening a database creates files beside it. The header contains the tables' version in the
    /// field for `PRAGMA user_version`:
    /// <https://www.sqlite.org/fileformat.html#user_version_number>. Cost: reads 100 bytes.
    public static func condition(ofFileAt path: String) -> Condition {
        let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return errno == ENOENT ? .missing : .unwritable }
        defer { close(descriptor) }
        let directory =
            path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
        guard access(path, W_OK) == 0, access(directory, W_OK) == 0 else { return .unwritable }
        var header = [UInt8](repeating: 0, count: 100)
        let count = header.withUnsafeMutableBytes {
            Glibc.read(descriptor, $0.baseAddress, $0.count)
        }
        // A database whose first pages are still in SQLite's log is empty.
        if count == 0 { return .outdated }
        guard count == header.count, header.starts(with: "SQLite format 3\0".utf8) else {
            return .damaged
        }
        let version = header[60..<64].reduce(0) { $0 << 8 | Int64($1) }
        if version == Schema.version { return .current }
        return version < Schema.version ? .outdated : .newer
    }
}
