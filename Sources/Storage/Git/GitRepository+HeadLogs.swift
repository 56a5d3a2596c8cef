import Clibgit2

extension GitRepository {
    /// Returns the previous commits of a branch, as recorded in the logs of HEAD.
    ///
    /// The repository and each linked work tree have a HEAD log, which is read newest first. Each
    /// log records the moves of the branch while HEAD pointed to the branch. These logs outlive the
    /// branch, whereas Git deletes the branch's own log together with the branch. If HEAD changed
    /// without a log entry, as with `git symbolic-ref`, older entries are attributed to the wrong
    /// branch. Rebase steps are skipped, because HEAD is detached during a rebase.
    public func positionsOfHeads(on branch: ReferenceName) throws(GitError) -> [ObjectID] {
        try withMain { main, _ throws(GitError) in
            try positionsOfHeads(on: main.directName(of: branch), main)
        }
    }

    private func positionsOfHeads(
        on branch: ReferenceName, _ main: borrowing GitHandle<RepositoryObject>
    ) throws(GitError) -> [ObjectID] {
        var positions: [ObjectID] = []
        for directory in [commonDirectory] + (try linkedGitDirectories()) {
            guard let log = try TextFile.text(at: directory + "/logs/HEAD") else { continue }
            var current = try main.headBranch(in: directory)
            var isRebasing = false
            for line in log.split(separator: "\n").reversed() {
                guard let move = HeadMove(line) else { continue }
                if let former = move.formerBranch {
                    current = nil
                    if let name = ReferenceName(branch: former) {
                        current = try main.directName(of: name)
                    }
                }
                if move.isOfRebase { isRebasing = !move.isStartOfRebase }
                // Use only the old commit. The move itself may not have happened, because a writer
                // can exit after writing the line.
                if current == branch, !isRebasing, let old = move.old { positions.append(old) }
            }
        }
        return positions
    }
}

/// A line in HEAD's log: two ids, the identity, the time and the message.
private struct HeadMove {
    let old: ObjectID?
    private let message: Substring

    private static let checkout = "checkout: moving from "

    init?(_ line: Substring) {
        let parts = line.split(separator: "\t", maxSplits: 1)
        let words = (parts.first ?? "").split(separator: " ", maxSplits: 2)
        guard words.count == 3 else { return nil }
        old = ObjectID(hex: words[0])?.unlessZero
        message = parts.count > 1 ? parts[1] : ""
    }

    var isOfRebase: Bool { message.hasPrefix("rebase") }

    var isStartOfRebase: Bool { message.contains("(start)") }

    /// The branch or commit that HEAD pointed to before a checkout; a commit's id matches no
    /// branch.
    var formerBranch: String? {
        guard message.hasPrefix(Self.checkout) else { return nil }
        return message.dropFirst(Self.checkout.count).split(separator: " ").first.map(String.init)
    }
}
