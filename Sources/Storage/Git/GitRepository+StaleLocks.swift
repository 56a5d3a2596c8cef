import Glibc

extension GitRepository {
    /// Removes the locks of a reference and of its reflog that a killed process left behind, and returns whether it did.
    ///
    /// The reflog's is of `git gc`, which shortens it and does not begin beside one.
    ///
    /// A lock counts as left behind if it was last written more than `seconds` before `now` (seconds since
    /// 1970-01-01 00:00 UTC), if no process holds it open, if no program of Git works in the repository, if it stayed the same while
    /// that was found out, and if it belongs to the current user, as other users' processes can't be looked into. A lock on
    /// a shared disk that a process of another machine holds can't be told from a stale one but by its
    /// age.
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

    /// Removes locks of files that all references or settings are in, as ``removeStaleLock(of:olderThan:now:)`` does,
    /// and returns their names.
    ///
    /// `config.lock` is held open as long as somebody needs it. `packed-refs.lock` is not, but the file
    /// beside it is, into which the references are written: while that is there and young, the lock is not stale. Each
    /// linked work tree has a `HEAD` and an `ORIG_HEAD` of its own, which `git gc` locks to shorten their reflogs.
    /// Other locks can't be told from those of a process that works for minutes, and are left.
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

    /// Removes the locks of all references below some directories, as ``removeStaleLock(of:olderThan:now:)`` does, and
    /// returns their names.
    ///
    /// `directories` are like `refs/remotes`. Cost: one look at each reference that has a file.
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

    /// Removes the lock of a reference that was made to point it at `commit` by a process that is dead, and returns
    /// whether it did.
    ///
    /// To be asked by who knows that such a process was at work and is no more. Its lock holds the name of the commit, or
    /// the beginning of it, and no process holds it open. Git makes empty locks, too: one without any bytes has
    /// to stay the same for half a second.
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
    /// The directories in which programs work that use the repository.
    fileprivate var directoriesOfWork: [String] {
        var directories = [commonDirectory, workDirectory].compactMap(\.self)
        // It may have been opened without its work tree.
        if let parent = commonDirectory.wholeMatch(of: /(.+)\/\.git\/*/) {
            directories.append(String(parent.1))
        }
        return directories + ((try? worktrees()) ?? []).map(\.path)
    }
}

/// A lock of Git's: a file that is there while somebody works.
struct LockFile {
    let path: String

    /// Removes it if it belongs to the current user, if no process holds it open, if it is as `isOld` wants it, and if it stayed
    /// the same meanwhile.
    ///
    /// Without a dead process that is known, a lock also stays while a program of Git works in one of the `directories`.
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

    /// Reads the first bytes of a file, or returns `nil` if there is none.
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
