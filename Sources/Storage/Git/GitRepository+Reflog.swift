import Clibgit2

/// A move of a reference, as recorded in its log.
public struct ReflogEntry: Sendable {
    /// The target before the move; `nil` if the reference was created.
    public let old: ObjectID?
    /// The target after the move; `nil` if the reference was deleted.
    public let new: ObjectID?
    /// The person or program that moved the reference, with the time.
    public let identity: Signature
    /// The reason, such as `reset: moving to HEAD~1`; empty if none was recorded.
    public let message: String
}

extension GitRepository {
    /// Returns the logged moves of a reference, newest first; empty if there is no log.
    ///
    /// The objects may no longer exist. Nothing is written. The C library creates missing logs, so
    /// it is called only if the log exists.
    public func reflog(of name: ReferenceName) throws(GitError) -> [ReflogEntry] {
        try withHandle { repository throws(GitError) in
            let exists = unsafe git_reference_has_log(repository.pointer, name.rawValue)
            guard try check(exists, "git_reference_has_log") == 1 else { return [] }
            let log = try unsafe GitHandle<ReflogObject>("git_reflog_read") { out in
                unsafe git_reflog_read(&out, repository.pointer, name.rawValue)
            }
            return (0..<(unsafe git_reflog_entrycount(log.pointer))).compactMap { index in
                unsafe git_reflog_entry_byindex(log.pointer, index)
                    .map { unsafe ReflogEntry($0) }
            }
        }
    }

    /// Removes the log of a reference, if there is one.
    public func removeReflog(of name: ReferenceName) throws(GitError) {
        try withHandle { repository throws(GitError) in
            let name = try repository.directName(of: name)
            let exists = unsafe git_reference_has_log(repository.pointer, name.rawValue)
            guard try check(exists, "git_reference_has_log") == 1 else { return }
            try check(
                unsafe git_reflog_delete(repository.pointer, name.rawValue), "git_reflog_delete")
        }
    }
}

extension ReflogEntry {
    @unsafe fileprivate init(_ entry: OpaquePointer) {
        let message = unsafe git_reflog_entry_message(entry)
        self.init(
            old: unsafe ObjectID(git_reflog_entry_id_old(entry)).flatMap(\.unlessZero),
            new: unsafe ObjectID(git_reflog_entry_id_new(entry)).flatMap(\.unlessZero),
            identity: unsafe Signature(git_reflog_entry_committer(entry)),
            message: unsafe message.map { unsafe String(cString: $0) } ?? "")
    }
}

extension ObjectID {
    /// The id itself, or `nil` for the all-zero id, which means no object.
    var unlessZero: ObjectID? {
        bytes.allSatisfy { $0 == 0 } ? nil : self
    }
}
