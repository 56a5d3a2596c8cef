import Clibgit2

extension GitRepository {
    /// Applies `changes` to the tree `base`, stores the result, and returns its id.
    ///
    /// `base` is a tree, or a commit or tag that leads to a tree; `nil` is the empty tree. If
    /// several changes have the same path, the last one wins. Throws if a path is invalid, a blob
    /// does not exist, a file to be removed does not exist, or a file has the name of a required
    /// directory. Cost: only the directories that lead to the changed files are read and written.
    public func createTree(
        base: ObjectID?, changes: [TreeChange]
    ) throws(GitError) -> ObjectID {
        try withHandle { repository throws(GitError) in
            try repository.createTree(base: base, changes: changes)
        }
    }
}

extension GitHandle<RepositoryObject> {
    func createTree(
        base: ObjectID?, changes: [TreeChange]
    ) throws(GitError) -> ObjectID {
        let changes = try lastChanges(changes)
        guard !changes.isEmpty else {
            if let base { return try tree(base).id }
            return try createEmptyTree()
        }
        guard let base else { return try unsafe createTree(nil, changes) }
        let tree = try tree(base)
        return try unsafe createTree(tree.pointer, changes)
    }

    private func lastChanges(_ changes: [TreeChange]) throws(GitError) -> [TreeChange] {
        var positions: [[UInt8]: Int] = [:]
        for (position, change) in changes.enumerated() {
            try requireNoNUL(change.path, "git_tree_create_updated")
            positions[Array(change.path.utf8)] = position
        }
        guard positions.count < changes.count else { return changes }
        return positions.values.sorted().map { changes[$0] }
    }

    func createEmptyTree() throws(GitError) -> ObjectID {
        var id = git_oid()
        try check(
            unsafe git_odb_write(&id, database().pointer, nil, 0, GIT_OBJECT_TREE), "git_odb_write")
        return ObjectID(id)
    }

    private func createTree(
        _ base: OpaquePointer?, _ changes: [TreeChange]
    ) throws(GitError) -> ObjectID {
        // Put all paths in one buffer that outlives the call, each followed by a NUL.
        var paths: [UInt8] = []
        var starts: [Int] = []
        for change in changes {
            starts.append(paths.count)
            paths += Array(change.path.utf8)
            paths.append(0)
        }
        var id = git_oid()
        let status = unsafe paths.withUnsafeBytes { bytes in
            let characters = unsafe bytes.assumingMemoryBound(to: CChar.self)
            let updates = unsafe zip(changes, starts).map { change, start in
                unsafe change.raw(path: characters.baseAddress.map { unsafe $0 + start })
            }
            return unsafe git_tree_create_updated(&id, pointer, base, updates.count, updates)
        }
        try check(status, "git_tree_create_updated")
        return ObjectID(id)
    }
}

extension TreeChange {
    @unsafe fileprivate func raw(path: UnsafePointer<CChar>?) -> git_tree_update {
        switch self {
        case .upsert(_, let id, let mode):
            unsafe git_tree_update(
                action: GIT_TREE_UPDATE_UPSERT, id: id.raw,
                filemode: git_filemode_t(rawValue: UInt32(mode.rawValue)), path: path)
        case .remove:
            unsafe git_tree_update(
                action: GIT_TREE_UPDATE_REMOVE, id: git_oid(),
                filemode: GIT_FILEMODE_UNREADABLE, path: path)
        }
    }
}
