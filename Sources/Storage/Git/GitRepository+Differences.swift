extension GitRepository {
    /// Returns the files below `prefix` that differ between two trees, ordered by the bytes of
    /// their paths.
    ///
    /// Trees may be given as commits or tags; `nil` is the empty tree. A rename is reported as a
    /// removal and an addition. Submodules are left out. Cost: proportional to the difference,
    /// because equal directories are not read.
    public func changes(
        from old: ObjectID?, to new: ObjectID?, under prefix: String = ""
    ) throws(GitError) -> [TreeDifference] {
        let prefix = TreePath.normalized(prefix)
        var differences: [TreeDifference] = []
        try compare(
            try start(of: old, at: prefix), try start(of: new, at: prefix), at: prefix,
            into: &differences)
        return differences
    }

    private func start(of tree: ObjectID?, at path: String) throws(GitError) -> TreeEntry? {
        guard let tree else { return nil }
        return try entry(atPath: path, in: tree)
    }

    /// Compares the entries of two trees at one path.
    private func compare(
        _ old: TreeEntry?, _ new: TreeEntry?, at path: String,
        into differences: inout [TreeDifference]
    ) throws(GitError) {
        if let old, let new, old.id == new.id, old.mode == new.mode { return }
        let oldFile = old?.mode.isFile == true ? old : nil
        let newFile = new?.mode.isFile == true ? new : nil
        if oldFile != nil || newFile != nil {
            differences.append(
                TreeDifference(
                    path: path, old: oldFile?.id, new: newFile?.id, oldMode: oldFile?.mode,
                    newMode: newFile?.mode))
        }
        let oldEntries = try entries(below: old)
        let newEntries = try entries(below: new)
        try compare(oldEntries, newEntries, at: path, into: &differences)
    }

    private func entries(below entry: TreeEntry?) throws(GitError) -> [TreeEntry] {
        guard let entry, entry.mode == .directory else { return [] }
        return try treeEntries(of: entry.id)
    }

    /// Compares two directories in parallel, because both are sorted in the same order.
    private func compare(
        _ old: [TreeEntry], _ new: [TreeEntry], at path: String,
        into differences: inout [TreeDifference]
    ) throws(GitError) {
        var old = old[...]
        var new = new[...]
        while let first = Self.first(old.first, new.first) {
            let left = old.first.flatMap { $0.hasSamePosition(as: first) ? $0 : nil }
            let right = new.first.flatMap { $0.hasSamePosition(as: first) ? $0 : nil }
            if left != nil { old.removeFirst() }
            if right != nil { new.removeFirst() }
            try compare(left, right, at: TreePath.joined(path, first.name), into: &differences)
        }
    }

    private static func first(_ left: TreeEntry?, _ right: TreeEntry?) -> TreeEntry? {
        guard let left, let right else { return left ?? right }
        return right.precedes(left) ? right : left
    }
}

extension TreeEntry {
    /// The bytes that Git sorts a directory by: a subdirectory's name has a slash appended.
    private var sortKey: some Sequence<UInt8> {
        mode == .directory ? Array(name.utf8) + [UInt8(ascii: "/")] : Array(name.utf8)
    }

    fileprivate func precedes(_ other: TreeEntry) -> Bool {
        sortKey.lexicographicallyPrecedes(other.sortKey)
    }

    fileprivate func hasSamePosition(as other: TreeEntry) -> Bool {
        (mode == .directory) == (other.mode == .directory)
            && name.utf8.elementsEqual(other.name.utf8)
    }
}
