import Git

/// A log file in one commit that is missing from the next commit, or has different bytes there.
struct VanishedFile {
    /// The path from the root of the tree.
    let path: String
    /// The content of the file.
    let content: ObjectID
    /// The commit that contains the file.
    let before: ObjectID
    /// The commit from which the file is missing, or `nil` if two positions are compared.
    let commit: ObjectID?
    /// Whether the commit is a merge that only adopts the removal from one of its branches.
    let isTakenOver: Bool
    /// The move of a branch that left the file behind, or `nil` if no move did.
    var move: BranchMove?
}

extension GitRepository {
    /// Returns the log files in `old` that are missing from `new`, or have different bytes there.
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

    /// Returns the log files in a commit's parents that are missing from the commit, or have
    /// different bytes there.
    func vanishedFiles(in commit: Commit) throws(GitError) -> [VanishedFile] {
        var parents: [ObjectID] = []
        // The oldest commits of a shallow clone have parents that are not in the repository.
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
    /// Returns the files that are missing from a squash commit although a squashed commit contains
    /// them.
    ///
    /// `git merge --squash` proposes a message with a title, followed by each commit in the format
    /// of `git log`. Listed commits that no longer exist are ignored.
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

/// The merge bases of one parent of a merge with each of the other parents.
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

    /// Returns true if another branch removed the file after it diverged, and the merge only adopts
    /// the removal.
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
