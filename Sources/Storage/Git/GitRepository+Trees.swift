import Clibgit2

extension GitRepository {
    /// Returns the entries of a directory, in Git's order.
    ///
    /// `tree` is a tree, or a commit or tag that leads to a tree.
    public func treeEntries(of tree: ObjectID) throws(GitError) -> [TreeEntry] {
        try withHandle { repository throws(GitError) in
            try repository.tree(tree).entries()
        }
    }

    /// Returns the entry at `path` in a tree, or `nil` if no such entry exists.
    ///
    /// The empty path selects the tree itself. `tree` is a tree, or a commit or tag that leads to
    /// a tree. Throws ``GitError/Code/missingObject`` if a directory on the path is missing from
    /// the object database.
    public func entry(
        atPath path: String, in tree: ObjectID
    ) throws(GitError) -> TreeEntry? {
        try requireNoNUL(path, "git_tree_entry_byname")
        return try withHandle { repository throws(GitError) in
            let tree = try repository.tree(tree)
            guard !path.isEmpty else {
                return TreeEntry(name: "", id: try tree.id, mode: .directory)
            }
            return try repository.entry(atPath: path, in: tree)
        }
    }

    /// Calls `body` with the path and the blob of each file below `prefix`, ordered by path.
    ///
    /// `prefix` is the path of a directory or a file; the empty path selects the whole tree. Paths
    /// are relative to the root of the tree, and ordered by their bytes. Submodules are left out.
    /// `body` may call the repository, because no lock is held while it runs. Cost: reads every
    /// directory below the prefix.
    public func forEachFile(
        in tree: ObjectID, under prefix: String = "",
        _ body: (_ path: String, _ blob: ObjectID) throws(GitError) -> Void
    ) throws(GitError) {
        let prefix = TreePath.normalized(prefix)
        guard let start = try entry(atPath: prefix, in: tree) else { return }
        if start.mode == .directory {
            try forEachFile(inDirectory: start.id, at: prefix, body)
        } else if start.mode.isFile {
            try body(prefix, start.id)
        }
    }

    private func forEachFile(
        inDirectory tree: ObjectID, at path: String,
        _ body: (_ path: String, _ blob: ObjectID) throws(GitError) -> Void
    ) throws(GitError) {
        for entry in try treeEntries(of: tree) {
            let path = TreePath.joined(path, entry.name)
            if entry.mode == .directory {
                try forEachFile(inDirectory: entry.id, at: path, body)
            } else if entry.mode.isFile {
                try body(path, entry.id)
            }
        }
    }
}

/// Paths in trees: names joined by `/`, with an empty path for the root.
enum TreePath {
    static func joined(_ directory: String, _ name: String) -> String {
        directory.isEmpty ? name : directory + "/" + name
    }

    static func normalized(_ path: String) -> String {
        path.utf8.last == UInt8(ascii: "/") ? String(path.dropLast()) : path
    }
}

extension GitHandle<RepositoryObject> {
    /// Returns the tree that an id refers to, directly or through a commit or tag.
    func tree(_ id: ObjectID) throws(GitError) -> GitHandle<TreeObject> {
        try unsafe GitHandle<TreeObject>(reading: "git_object_peel") { out throws(GitError) in
            try unsafe peel(id, to: GIT_OBJECT_TREE, into: &out)
        }
    }

    /// Returns the entry at a path in a tree, or `nil` if no such entry exists.
    ///
    /// This replaces the library's own search, which does not report why it cannot read a
    /// directory.
    func entry(
        atPath path: String, in tree: borrowing GitHandle<TreeObject>
    ) throws(GitError) -> TreeEntry? {
        let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        guard let first = names.first, var entry = tree.entry(named: first) else { return nil }
        // As in the library, one slash may follow the last name.
        let rest = names.last == "" ? names.dropFirst().dropLast() : names.dropFirst()
        for name in rest {
            guard entry.mode == .directory else { return nil }
            let directory = try self.tree(entry.id)
            guard let next = directory.entry(named: name) else { return nil }
            entry = next
        }
        if names.last == "", entry.mode != .directory { return nil }
        return entry
    }

    /// Returns the commit that an id refers to, directly or through a tag.
    func commit(_ id: ObjectID) throws(GitError) -> GitHandle<CommitObject> {
        try unsafe GitHandle<CommitObject>(reading: "git_object_peel") { out throws(GitError) in
            try unsafe peel(id, to: GIT_OBJECT_COMMIT, into: &out)
        }
    }

    @unsafe private func peel(
        _ id: ObjectID, to type: git_object_t, into out: inout OpaquePointer?
    ) throws(GitError) -> Int32 {
        var raw = id.raw
        let object = try unsafe GitHandle<UntypedObject>(reading: "git_object_lookup") { out in
            unsafe git_object_lookup(&out, pointer, &raw, GIT_OBJECT_ANY)
        }
        return unsafe git_object_peel(&out, object.pointer, type)
    }
}

extension GitHandle<TreeObject> {
    var id: ObjectID {
        get throws(GitError) {
            guard let id = unsafe ObjectID(git_tree_id(pointer)) else {
                throw GitError(
                    code: .damagedObject, function: "git_tree_id", message: "the tree has no name")
            }
            return id
        }
    }

    /// Returns the tree's direct entry with the given name, or `nil` if no such entry exists.
    func entry(named name: String) -> TreeEntry? {
        guard let entry = unsafe git_tree_entry_byname(pointer, name) else { return nil }
        return unsafe TreeEntry(entry)
    }

    func entries() -> [TreeEntry] {
        let count = unsafe git_tree_entrycount(pointer)
        var entries: [TreeEntry] = []
        entries.reserveCapacity(count)
        for index in 0..<count {
            guard let raw = unsafe git_tree_entry_byindex(pointer, index),
                let entry = unsafe TreeEntry(raw)
            else { continue }
            entries.append(entry)
        }
        return entries
    }
}

extension TreeEntry {
    @unsafe init?(_ entry: OpaquePointer) {
        guard let name = unsafe git_tree_entry_name(entry),
            let id = unsafe ObjectID(git_tree_entry_id(entry)),
            let mode = FileMode(
                rawValue: UInt16(truncatingIfNeeded: unsafe git_tree_entry_filemode(entry).rawValue)
            )
        else { return nil }
        self.init(name: unsafe String(cString: name), id: id, mode: mode)
    }
}
