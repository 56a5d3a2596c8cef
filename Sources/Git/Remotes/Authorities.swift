import Cpostponed
import Clibgit2
import Synchronization

/// The authorities that HTTPS trusts, for the whole process.
enum Authorities {
    /// The system's file, until it is read or another one takes its place.
    private static let unread = Mutex<String?>(nil)

    /// Whether nothing is left unread.
    static var areRead: Bool { unread.withLock { $0 == nil } }

    /// Runs `body`, which starts the C library, and leaves the system's authorities unread.
    ///
    /// Reading them takes longer than all else that most commands do.
    static func postpone(_ body: () -> Void) {
        authorities_postpone()
        body()
        let file = unsafe authorities_file().map { unsafe String(cString: $0) }
        unread.withLock { $0 = file }
    }

    /// Reads what was left unread; to be called before a server is asked, which nobody would trust else.
    ///
    /// A file that cannot be read is no hindrance where no server bears a certificate.
    static func read() {
        _ = Libgit2.start
        unread.withLock { file in
            if let path = file { try? trust(path) }
            file = nil
        }
    }

    /// Trusts the authorities of a file, and no others.
    static func replace(by path: String) throws(GitError) {
        try unread.withLock { file throws(GitError) in
            try trust(path)
            file = nil
        }
    }

    private static func trust(_ path: String) throws(GitError) {
        try check(unsafe clibgit2_set_certificate_file(path), "git_libgit2_opts")
    }
}
