/// A path whose entry, of any kind, differs between two trees.
public struct EntryChange: Sendable {
    /// The path from the root of the trees.
    public let path: String
    /// The entry in the old tree, or `nil` if it is missing or a directory.
    public let old: TreeEntry?
    /// The entry in the new tree, or `nil` if it is missing or a directory.
    public let new: TreeEntry?
    /// Whether the name occurs twice in the new tree, so that programs may disagree on its entry.
    public let isAmbiguous: Bool
}

extension GitRepository {
    /// Returns the differences between two trees, including links and submodules, sorted by path.
    ///
    /// Trees may be given as commits or tags; `nil` is the empty tree. Unlike
    /// ``changes(from:to:under:)``, this does not rely on well-formed trees. Cost: proportional to
    /// the difference, because equal directories are not read.
    public func entryChanges(
        from old: ObjectID?, to new: ObjectID?
    ) throws(GitError) -> [EntryChange] {
        var changes: [EntryChange] = []
        try compare(
            try old.map { id throws(GitError) in try treeEntries(of: id) } ?? [],
            try new.map { id throws(GitError) in try treeEntries(of: id) } ?? [], at: "",
            into: &changes)
        return changes.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    private func compare(
        _ old: [TreeEntry], _ new: [TreeEntry], at directory: String,
        into changes: inout [EntryChange]
    ) throws(GitError) {
        let before = Dictionary(old.map { (Array($0.name.utf8), $0) }) { first, _ in first }
        var after: [[UInt8]: TreeEntry] = [:]
        var doubled: Set<[UInt8]> = []
        for entry in new where after.updateValue(entry, forKey: Array(entry.name.utf8)) != nil {
            doubled.insert(Array(entry.name.utf8))
        }
        for name in Set(before.keys).union(after.keys) {
            let (left, right) = (before[name], after[name])
            let isAmbiguous = doubled.contains(name)
            guard left != right || isAmbiguous else { continue }
            let path = TreePath.joined(directory, String(decoding: name, as: UTF8.self))
            let (leftFile, rightFile) = (left?.unlessDirectory, right?.unlessDirectory)
            if leftFile != nil || rightFile != nil || isAmbiguous {
                changes.append(
                    EntryChange(
                        path: path, old: leftFile, new: rightFile, isAmbiguous: isAmbiguous))
            }
            guard left?.mode == .directory || right?.mode == .directory else { continue }
            try compare(
                try entries(in: left), try entries(in: right), at: path, into: &changes)
        }
    }

    private func entries(in entry: TreeEntry?) throws(GitError) -> [TreeEntry] {
        guard let entry, entry.mode == .directory else { return [] }
        return try treeEntries(of: entry.id)
    }
}

extension TreeEntry {
    fileprivate var unlessDirectory: TreeEntry? { mode == .directory ? nil : self }
}
