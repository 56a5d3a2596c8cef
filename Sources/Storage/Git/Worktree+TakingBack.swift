import Clibgit2
import Glibc

extension Worktree {
    /// Undoes an interrupted ``advance(from:to:)``, so that this work tree matches the commit at
    /// HEAD.
    ///
    /// Examines the files that differ between `old` and `new`. Before the interrupted update, all
    /// of them had their content from `old`. If a file is missing, or has its content from `new` or
    /// the beginning of that content, it is reset to the content at HEAD. Any other content is
    /// someone's change, and is kept. If the dead process left a lock on the index, the lock is
    /// removed first. Throws ``GitError/Code/locked`` if another process holds the lock. Cost:
    /// reads each file that differs.
    public func takeBack(
        _ changes: [TreeDifference], from old: ObjectID, to new: ObjectID
    ) throws(GitError) {
        try repository.withHandle { repository throws(GitError) in
            try takeBack(changes, from: old, to: new, in: repository)
        }
    }

    private func takeBack(
        _ changes: [TreeDifference], from old: ObjectID, to new: ObjectID,
        in repository: borrowing GitHandle<RepositoryObject>
    ) throws(GitError) {
        let head = try repository.headCommit()
        try repository.removeIndexLock(leftBetween: [old, new] + (head.map { [$0] } ?? []))
        var paths: [String] = []
        for change in changes {
            try requireNoNUL(change.path, "git_checkout_tree")
            let wanted = try repository.blobID(atPath: change.path, in: head)
            if try repository.isLeft(change, wanted, below: path) {
                paths.append(change.path)
            }
        }
        guard !paths.isEmpty else { return }
        try repository.checkOut(paths, of: head, baseline: new)
    }
}

extension GitHandle<RepositoryObject> {
    /// Returns true if an interrupted checkout of `change` could have left the file and its index
    /// entry as they are.
    fileprivate func isLeft(
        _ change: TreeDifference, _ wanted: ObjectID?, below root: String
    ) throws(GitError) -> Bool {
        guard change.new != wanted else { return false }
        let file = root + "/" + change.path
        guard try FileStamp.ofFile(at: file) != nil else {
            // A checkout removes a file before rewriting it. The index may contain a file that is
            // not yet written.
            if wanted != nil { return true }
            return try indexID(of: change.path) != nil
        }
        guard let new = change.new else { return false }
        if try hash(ofFileAt: file, as: change.path) == new { return true }
        return try isBeginning(ofBlob: new, file)
    }

    /// Returns the id that `git add` would give to the file's content.
    private func hash(ofFileAt file: String, as path: String) throws(GitError) -> ObjectID {
        var id = git_oid()
        try check(
            unsafe git_repository_hashfile(&id, pointer, file, GIT_OBJECT_BLOB, path),
            "git_repository_hashfile")
        return ObjectID(id)
    }

    private func isBeginning(ofBlob id: ObjectID, _ file: String) throws(GitError) -> Bool {
        var raw = id.raw
        let blob = try unsafe GitHandle<BlobObject>(reading: "git_blob_lookup") { out in
            unsafe git_blob_lookup(&out, pointer, &raw)
        }
        let count = Int(unsafe git_blob_rawsize(blob.pointer))
        guard let bytes = try LockFile.content(at: file, limit: count + 1), bytes.count < count
        else { return false }
        let content = unsafe UnsafeRawBufferPointer(
            start: git_blob_rawcontent(blob.pointer), count: count)
        return unsafe bytes.elementsEqual(content.prefix(bytes.count))
    }

    private func indexID(of path: String) throws(GitError) -> ObjectID? {
        let index = try unsafe GitHandle<IndexObject>("git_repository_index") { out in
            unsafe git_repository_index(&out, pointer)
        }
        guard let entry = unsafe git_index_get_bypath(index.pointer, path, 0) else { return nil }
        return unsafe ObjectID(entry.pointee.id)
    }

    fileprivate func blobID(
        atPath path: String, in commit: ObjectID?
    ) throws(GitError) -> ObjectID? {
        guard let commit else { return nil }
        let tree = try tree(commit)
        return try entry(atPath: path, in: tree)?.id
    }

    /// Resets some files, and their index entries, to their content in a commit.
    fileprivate func checkOut(
        _ paths: [String], of commit: ObjectID?, baseline: ObjectID
    ) throws(GitError) {
        let baseline = try tree(baseline)
        var options = unsafe git_checkout_options()
        try check(
            unsafe git_checkout_options_init(&options, UInt32(GIT_CHECKOUT_OPTIONS_VERSION)),
            "git_checkout_options_init")
        unsafe options.checkout_strategy =
            GIT_CHECKOUT_FORCE.rawValue | GIT_CHECKOUT_DISABLE_PATHSPEC_MATCH.rawValue
        unsafe options.baseline = baseline.pointer
        var names = unsafe paths.map { unsafe strdup($0) }
        defer { unsafe names.forEach { unsafe free($0) } }
        let name = if let commit { commit } else { try createEmptyTree() }
        let target = try tree(name)
        let count = paths.count
        let status = unsafe names.withUnsafeMutableBufferPointer { names in
            unsafe options.paths = git_strarray(strings: names.baseAddress, count: count)
            return unsafe git_checkout_tree(pointer, target.pointer, &options)
        }
        try check(status, "git_checkout_tree")
        shareIndex()
    }

    /// Removes the index lock if a dead process left it behind.
    ///
    /// The lock file is removed if it is incomplete, or if it contains the index of one of
    /// `commits`. No process may have the file open. While an editor is open, Git keeps a lock file
    /// that is closed and complete. Such a file is not removed.
    fileprivate func removeIndexLock(leftBetween commits: [ObjectID]) throws(GitError) {
        guard let path = try indexLock() else { return }
        let lock = LockFile(path: path)
        guard try FileStamp.ofFile(at: lock.path) != nil else { return }
        if try !isIncomplete(lock.path), try !isIndex(lock.path, ofOneOf: commits) { return }
        _ = try lock.removeIfLeftBehind { _ in true }
    }

    private func isIncomplete(_ path: String) throws(GitError) -> Bool {
        do throws(GitError) {
            _ = try unsafe GitHandle<IndexObject>("git_index_open") { out in
                unsafe git_index_open(&out, path)
            }
            return try FileStamp.ofFile(at: path)?.size == 0
        } catch {
            return true
        }
    }

    private func isIndex(
        _ path: String, ofOneOf commits: [ObjectID]
    ) throws(GitError) -> Bool {
        let index = try unsafe GitHandle<IndexObject>("git_index_open") { out in
            unsafe git_index_open(&out, path)
        }
        for commit in commits {
            let tree = try tree(commit)
            let difference = try unsafe GitHandle<DifferenceObject>("git_diff_tree_to_index") {
                out in
                unsafe git_diff_tree_to_index(&out, pointer, tree.pointer, index.pointer, nil)
            }
            if unsafe git_diff_num_deltas(difference.pointer) == 0 { return true }
        }
        return false
    }
}
