import Git

/// A file of the log that one commit has, and the next has not or has with other bytes.
struct VanishedFile {
    /// The path from the root of the tree.
    let path: String
    /// The content of the file.
    let content: ObjectID
    /// The commit, or tree, that has it.
    let before: ObjectID
    /// The commit that has it no more; `nil` where two positions are compared.
    let commit: ObjectID?
    /// Whether the commit is a merge that only took over what one of its branches had done.
    let isTakenOver: Bool
    /// The move of a branch that left the file behind, if one did.
    var move: BranchMove?
}

extension GitRepository {
    /// The files of the log that `old` has and `new` has not, or has with other bytes.
    func vanishedFiles(
        from old: ObjectID, to new: ObjectID, commit: ObjectID? = nil
    ) throws(GitError) -> [VanishedFile] {
        try changes(from: old, to: new, under: GitEventStore.eventsDirectory)
            .compactMap { change in
                guard let content = change.old, change.old != change.new,
                    GitEventStore.isLogFile(change.path)
                else { return nil }
                return VanishedFile(
                    path: change.path, content: content, before: old, commit: commit,
                    isTakenOver: false)
            }
    }

    /// The files that a commit lacks and one of its parents has, those first that the commit itself took away.
    func vanishedFiles(in commit: Commit) throws(GitError) -> [VanishedFile] {
        var parents: [ObjectID] = []
        // The oldest commits of a shallow repository name parents that are not there.
        for parent in commit.parents where try objectExists(parent) { parents.append(parent) }
        var vanished: [VanishedFile] = []
        for parent in parents {
            let files = try vanishedFiles(from: parent, to: commit.id, commit: commit.id)
            guard !files.isEmpty else { continue }
            let others = parents.filter { $0 != parent }
            let bases = try BranchBases(repository: self, parent: parent, others: others)
            for file in files {
                vanished.append(
                    VanishedFile(
                        path: file.path, content: file.content, before: parent,
                        commit: commit.id, isTakenOver: try bases.explain(file)))
            }
        }
        return vanished
    }
}

extension GitRepository {
    /// The files that a commit lacks and that the commits have which its message says to be squashed in it.
    ///
    /// `git merge --squash` proposes such a message: a title, and then each commit as `git log` shows it. Commits that are not
    /// here any more say nothing.
    func filesMissing(inSquash commit: Commit) throws(GitError) -> [VanishedFile] {
        let title = "Squashed commit of the following:"
        let mark = "commit "
        let lines = commit.message.split(separator: "\n")
        guard lines.contains(where: { $0 == title }) else { return [] }
        var files: [VanishedFile] = []
        for line in lines where line.hasPrefix(mark) {
            guard let squashed = ObjectID(hex: line.dropFirst(mark.count)),
                try objectKind(squashed) == .commit
            else { continue }
            files += try vanishedFiles(from: squashed, to: commit.id, commit: commit.id)
        }
        return files
    }
}

/// The commits at which the other parents of a merge diverged from one of them.
private struct BranchBases {
    private let repository: GitRepository
    private let pairs: [(other: ObjectID, bases: [ObjectID])]

    init(
        repository: GitRepository, parent: ObjectID, others: [ObjectID]
    ) throws(GitError) {
        self.repository = repository
        var pairs: [(other: ObjectID, bases: [ObjectID])] = []
        for other in others {
            pairs.append((other, try repository.mergeBases(parent, other)))
        }
        self.pairs = pairs
    }

    /// Whether another branch took the file away since it parted, and the merge only follows it.
    func explain(_ file: VanishedFile) throws(GitError) -> Bool {
        for (other, bases) in pairs
        where try repository.entry(atPath: file.path, in: other)?.id != file.content {
            for base in bases
            where try repository.entry(atPath: file.path, in: base)?.id == file.content {
                return true
            }
        }
        return false
    }
}
