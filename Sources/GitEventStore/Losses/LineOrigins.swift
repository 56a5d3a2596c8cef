import Git

/// Finds out which of two lines of one identity was there first: that one is right, and the other an alteration.
struct LineOrigins {
    let repository: GitRepository
    let tip: ObjectID
    /// Where the history that is looked at begins; `nil` for all of it.
    let old: ObjectID?

    /// Whether it is right that `other` stands and `line` is gone.
    ///
    /// Of lines that came together, or that did not know each other, the smaller is right. Cost: the history, and
    /// all files that it added; so it is asked only where lines contradict each other.
    func isRight(
        _ other: ArraySlice<UInt8>, insteadOf line: ArraySlice<UInt8>
    ) throws(GitError) -> Bool {
        let isSmaller = other.lexicographicallyPrecedes(line)
        if let old {
            let hadOther = try has(other, in: old)
            if try has(line, in: old) { return hadOther && isSmaller }
            if hadOther { return true }
        }
        let origins = try origins(of: [line, other])
        for origin in origins[line] ?? [] {
            var isLater = false
            for earlier in origins[other] ?? [] where earlier != origin {
                if try repository.isAncestor(origin, of: earlier) { return false }
                if try repository.isAncestor(earlier, of: origin) { isLater = true }
            }
            if !isLater, !isSmaller { return false }
        }
        return true
    }

    /// The commits in which lines came, those left out that came again after an earlier one.
    private func origins(
        of lines: [ArraySlice<UInt8>]
    ) throws(GitError) -> [ArraySlice<UInt8>: [ObjectID]] {
        var origins: [ArraySlice<UInt8>: [ObjectID]] = [:]
        try repository.forEachCommit(from: [tip], hiding: old.map { [$0] } ?? []) {
            commit throws(GitError) in
            var parents: [ObjectID] = []
            for parent in commit.parents where try repository.objectExists(parent) {
                parents.append(parent)
            }
            for line in try linesAdded(by: commit, to: parents.first, among: lines) {
                var isNew = true
                for parent in parents where try has(line, in: parent) { isNew = false }
                if isNew { origins[line, default: []].append(commit.id) }
            }
            return .continue
        }
        for (line, commits) in origins {
            var first: [ObjectID] = []
            for commit in commits {
                var isLater = false
                for other in commits where other != commit && !isLater {
                    isLater = try repository.isAncestor(other, of: commit)
                }
                if !isLater { first.append(commit) }
            }
            origins[line] = first
        }
        return origins
    }

    private func linesAdded(
        by commit: Commit, to parent: ObjectID?, among lines: [ArraySlice<UInt8>]
    ) throws(GitError) -> Set<ArraySlice<UInt8>> {
        var added: Set<ArraySlice<UInt8>> = []
        let changes = try repository.changes(
            from: parent, to: commit.id, under: GitEventStore.eventsDirectory)
        for change in changes where change.old != change.new {
            guard let new = change.new, GitEventStore.isLogFile(change.path) else { continue }
            added.formUnion(
                Set(lines).intersection(LogFile.lines(of: try repository.readBlob(new))))
        }
        return added
    }

    private func has(
        _ line: ArraySlice<UInt8>, in commit: ObjectID
    ) throws(GitError) -> Bool {
        var lines: Set = [line]
        try LogSearch(repository: repository).remove(&lines, from: commit)
        return lines.isEmpty
    }
}
