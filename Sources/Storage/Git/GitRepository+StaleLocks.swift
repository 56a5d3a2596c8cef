import Glibc

extension GitRepository {
    /// Removes the locks on a reference and its reflog that a killed process left behind.
    ///
    /// Returns true if it removed a lock. `git gc` locks reflogs to shorten them, and does not
    /// start while such a lock exists.
    ///
    /// A lock counts as left behind if all of these are true:
    /// - It was last written more than `seconds` before `now` (seconds since 1970-01-01 00:00 UTC).
    /// - No process has it open, and no Git process is running in the repository.
    /// - It did not change during these checks.
    /// - It belongs to the current user, because other users' processes cannot be inspected.
    ///
    /// On a shared disk, only the age distinguishes a stale lock from a lock that a process on
    /// another machine holds.
    public func removeStaleLock(
        of name: ReferenceName, olderThan seconds: Int64 = 10, now: Int64
    ) throws(GitError) -> Bool {
        var hasRemoved = false
        for path in [name.rawValue, "logs/\(name.rawValue)"] {
            let lock = LockFile(path: "\(commonDirectory)/\(path).lock")
            if try lock.removeIfLeftBehind(in: directoriesOfWork, { $0.modified < now - seconds }) {
                hasRemoved = true
            }
        }
        return hasRemoved
    }

    /// Removes stale locks on shared files, and returns the names of the locks.
    ///
    /// Shared files are the configuration, `gc.pid`, `packed-refs`, and each HEAD and ORIG_HEAD
    /// with its reflog. A lock is stale under the rules of ``removeStaleLock(of:olderThan:now:)``.
    ///
    /// A process keeps `config.lock` open as long as it needs the lock. It does not keep
    /// `packed-refs.lock` open, but it writes the references to an open file next to it. While that
    /// file exists and is recent or open, the lock is not stale. Each linked work tree has its own
    /// `HEAD` and `ORIG_HEAD`, which `git gc` locks to shorten their reflogs. Other locks are kept,
    /// because they may belong to a process that runs for minutes.
    public func removeStaleSharedLocks(
        olderThan seconds: Int64 = 10, now: Int64
    ) throws(GitError) -> [String] {
        var removed: [String] = []
        let workTrees = OpenFiles.names(in: "\(commonDirectory)/worktrees").sorted()
            .filter { $0 != "." && $0 != ".." }.map { "worktrees/\($0)/" }
        let heads = ([""] + workTrees).flatMap { place in
            ["HEAD", "ORIG_HEAD"].flatMap { ["\(place)\($0).lock", "\(place)logs/\($0).lock"] }
        }.map { ($0, nil as String?) }
        for (name, draft) in [
            ("config.lock", nil), ("gc.pid.lock", nil), ("packed-refs.lock", "packed-refs.new"),
        ] + heads {
            if let draft, let draft = try FileStamp.ofFile(at: "\(commonDirectory)/\(draft)"),
                draft.modified >= now - seconds || OpenFiles.contain(draft)
            {
                continue
            }
            let lock = LockFile(path: "\(commonDirectory)/\(name)")
            if try lock.removeIfLeftBehind(in: directoriesOfWork, { $0.modified < now - seconds }) {
                removed.append(name)
            }
        }
        return removed
    }

    /// Removes stale locks on all references below some directories, and returns the names of the
    /// locks.
    ///
    /// A lock is stale under the rules of ``removeStaleLock(of:olderThan:now:)``. `directories` are
    /// paths such as `refs/remotes`. Cost: one system call for each reference that has a file.
    public func removeStaleLocks(
        below directories: [String], olderThan seconds: Int64 = 10, now: Int64
    ) throws(GitError) -> [String] {
        var removed: [String] = []
        for directory in directories {
            for name in OpenFiles.names(in: "\(commonDirectory)/\(directory)").sorted()
            where name != "." && name != ".." {
                let path = "\(directory)/\(name)"
                guard name.hasSuffix(".lock") else {
                    removed += try removeStaleLocks(below: [path], olderThan: seconds, now: now)
                    continue
                }
                let lock = LockFile(path: "\(commonDirectory)/\(path)")
                if try lock.removeIfLeftBehind(
                    in: directoriesOfWork, { $0.modified < now - seconds })
                {
                    removed.append(path)
                }
            }
        }
        return removed
    }

    /// Removes the lock that a dead process had taken to point a reference at `commit`.
    ///
    /// Returns true if it removed the lock. Call this only if such a process is known to have run
    /// and exited. A lock is removed only if its file contains the commit's id or the beginning of
    /// the id, and no process has the file open. Git also creates empty lock files, so an empty
    /// file must also stay unchanged for half a second.
    public func removeLock(
        of name: ReferenceName, leftBy commit: ObjectID
    ) throws(GitError) -> Bool {
        let path = "\(commonDirectory)/\(name.rawValue).lock"
        guard let content = try LockFile.content(at: path, limit: ObjectID.hexLength + 2),
            "\(commit)\n".utf8.starts(with: content)
        else { return false }
        return try LockFile(path: path).removeIfLeftBehind { stamp in
            if stamp.size == 0 { usleep(500_000) }
            return true
        }
    }
}

extension GitRepository {
    /// The directories in which programs that use the repository may be running.
    fileprivate var directoriesOfWork: [String] {
        var directories = [commonDirectory, workDirectory].compactMap(\.self)
        // The repository may have been opened without its work tree.
        if let parent = commonDirectory.wholeMatch(of: /(.+)\/\.git\/*/) {
            directories.append(String(parent.1))
        }
        return directories + ((try? worktrees()) ?? []).map(\.path)
    }
}

/// One of Git's lock files, which exists while a process holds the lock.
struct LockFile {
    let path: String

    /// Removes the lock file if it was left behind, and returns true if it was removed.
    ///
    /// A lock counts as left behind if it belongs to the current user, no process has it open,
    /// `isOld` accepts it, and it did not change during these checks. The lock is also kept while a
    /// Git process is running in one of the `directories`. Callers that know that the lock's
    /// process is dead pass no directories.
    func removeIfLeftBehind(
        in directories: @autoclosure () -> [String] = [], _ isOld: (FileStamp) -> Bool
    ) throws(GitError) -> Bool {
        guard let first = try FileStamp.ofFile(at: path), first.owner == geteuid(), isOld(first),
            !OpenFiles.contain(first), !GitProcesses.work(in: directories()),
            try FileStamp.ofFile(at: path) == first
        else { return false }
        if unsafe unlink(path) == 0 { return true }
        if errno == ENOENT { return false }
        throw GitError(systemCall: "unlink", path: path, number: errno)
    }

    /// Reads the first bytes of a file, or returns `nil` if the file does not exist.
    static func content(at path: String, limit: Int) throws(GitError) -> [UInt8]? {
        let descriptor = RegularFile.open(path, O_RDONLY | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw GitError(systemCall: "open", path: path, number: errno)
        }
        defer { close(descriptor) }
        guard let bytes = readBytes(of: descriptor, atMost: limit) else {
            throw GitError(systemCall: "read", path: path, number: errno)
        }
        return bytes
    }
}
