import GRDB
import Glibc
import JSON
import Translation

extension ReadModel {
    /// A failure of a projection's database, not of the log.
    public struct Failure: Error {
        /// The kind of failure, by its remedy.
        public let kind: Kind
        /// The message of SQLite, or a description of the unreadable row; without a full stop.
        public let reason: String

        /// The kinds of failures, by their remedies.
        public enum Kind: Sendable {
            /// The content of the file cannot be trusted; it can be rebuilt.
            case damage
            /// Nothing can be written there, as on a full disk: the projection can be kept in memory.
            case unwritable
            /// Another process has kept the file for too long.
            case busy
            /// The process has as many files open as it may have; the file is as it was.
            case tooManyOpenFiles
        }

        /// Creates a failure for damaged tables, whose content could not be read because of
        /// `error`.
        init(unreadable error: some Error) {
            kind = .damage
            let sentence = "\(error)"
            reason = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
        }

        /// Knows an error of SQLite, or returns `nil` for one that is a defect of the program.
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

        /// Returns true if the process has no descriptor left: SQLite does not tell this from a file that is missing.
        private static var filesAreExhausted: Bool {
            let descriptor = open("/", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return errno == EMFILE || errno == ENFILE }
            close(descriptor)
            return false
        }
    }

    /// Runs `body`, and converts errors of SQLite and of unreadable rows to failures.
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
    /// Whether the content of the file cannot be trusted.
    ///
    /// A table or column that is not there was made by another version of the program after the file was opened.
    var isDamage: Bool {
        switch resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_SCHEMA: true
        case .SQLITE_ERROR: message?.hasPrefix("no such ") ?? false
        default: false
        }
    }

    /// Whether there can be no such file, or it cannot be written.
    var isUnwritable: Bool {
        [
            .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_FULL,
            .SQLITE_IOERR,
        ].contains(resultCode)
    }
}
