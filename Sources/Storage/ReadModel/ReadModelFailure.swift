import GRDB
import Glibc
import JSON
import Translation

extension ReadModel {
    /// A failure of a projection's database, not of the log.
    public struct Failure: Error {
        /// The kind of failure, which decides the remedy.
        public let kind: Kind
        /// SQLite's message, or a description of an unreadable row, without a full stop.
        public let reason: String

        /// The kinds of failures, each with its own remedy.
        public enum Kind: Sendable {
            /// The file's content is damaged; the read model can be rebuilt.
            case damage
            /// The file cannot be written, for example on a full disk; the projection can be kept
            /// in memory.
            case unwritable
            /// Another process held the file for too long.
            case busy
            /// The process cannot open any more files; the file is unchanged.
            case tooManyOpenFiles
        }

        /// Creates a failure for tables whose content could not be read because of `error`.
        init(unreadable error: some Error) {
            kind = .damage
            let sentence = "\(error)"
            reason = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
        }

        /// Converts an SQLite error, or returns `nil` if it indicates a bug in this program.
        init?(_ error: DatabaseError) {
            let kind: Kind? =
                if error.isDamage {
                    .damage
                } else if error.resultCode == .SQLITE_CANTOPEN, Self.filesAreExhausted {
                    .tooManyOpenFiles
                } else if error.isUnwritable {
                    .unwritable
                } else if error.resultCode == .SQLITE_BUSY || error.resultCode == .SQLITE_LOCKED {
                    .busy
                } else {
                    nil
                }
            guard let kind else { return nil }
            self.kind = kind
            reason = error.message ?? "\(error.resultCode)"
        }

        /// True if the process has no file descriptors left.
        ///
        /// SQLite reports the same error for a missing file.
        private static var filesAreExhausted: Bool {
            let descriptor = open("/", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return errno == EMFILE || errno == ENFILE }
            close(descriptor)
            return false
        }
    }

    /// Runs `body`, and converts SQLite errors and errors about unreadable rows to failures.
    static func naming<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw Failure(error) ?? error as any Error
        } catch let error as EventDecodingError {
            throw Failure(unreadable: error)
        } catch let error as JSONError {
            throw Failure(unreadable: error)
        }
    }
}

extension DatabaseError {
    /// True if the file's content is damaged or unusable.
    ///
    /// A missing table or column counts as damage, because another version of the program must have
    /// replaced the tables since the file was opened. FTS5 reports some damage of its tables as an SQL
    /// error.
    var isDamage: Bool {
        switch resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_SCHEMA: true
        case .SQLITE_ERROR:
            [
                "no such ", "vtable constructor failed", "invalid fts5 file format",
                "SQL logic error",
            ].contains { message?.hasPrefix($0) ?? false }
        default: false
        }
    }

    /// True if the file cannot be created, opened or written.
    var isUnwritable: Bool {
        [
            .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_FULL,
            .SQLITE_IOERR,
        ].contains(resultCode)
    }
}
