public import EventStore
public import Git

/// A move of a branch to a commit that does not contain its previous commit.
public struct BranchMove: Hashable, Sendable {
    /// The branch, or the remote-tracking branch.
    public let reference: ReferenceName
    /// The previous commit.
    public let from: String
    /// The new commit, or `nil` if unknown.
    public let to: String?
    /// The recorded reason, such as `reset: moving to HEAD~1`.
    public let message: String
    /// Whether the previous commit still exists in the repository.
    public let isPresent: Bool
}

extension GitEventStore {
    /// Returns the moves that left behind commits that `tip` does not contain.
    ///
    /// The moves come from Git's reflogs in this repository, the newest first in each:
    /// - the reflogs of the branch and of its upstream;
    /// - the upstream's reflog, for pushed commits, even if the branch has no reflog;
    /// - the reflogs of HEAD, if the branch was deleted and created again;
    /// - the reflogs of other branches, for rebases whose result `tip` contains.
    ///
    /// Cost: reads the reflogs and the tip's history.
    public func movesBackwards(before tip: Position) throws -> [BranchMove] {
        let commit = try commitID(of: tip)
        var contained: Set<ObjectID> = []
        try repository.forEachCommit(from: [commit], order: .newestFirst) {
            commit throws(GitError) in
            contained.insert(commit.id)
            return .continue
        }
        let branch = try readBranch()
        let upstream = try upstreamBranch()
        var moves: [BranchMove] = []
        for name in [branch, upstream].compactMap(\.self) {
            for entry in try repository.reflog(of: name) {
                if let move = try move(entry, of: name, besides: contained) { moves.append(move) }
            }
        }
        if let branch, let upstream {
            moves += try pushedMoves(of: branch, to: upstream, besides: contained)
        }
        moves += try movesOfDeletedBranch(besides: contained)
        for reference in try repository.references(matching: "refs/heads/*")
        where reference.name != branch {
            for entry in try repository.reflog(of: reference.name) {
                guard entry.message.hasPrefix("rebase"), let new = entry.new,
                    contained.contains(new),
                    let move = try move(entry, of: reference.name, besides: contained)
                else { continue }
                moves.append(move)
            }
        }
        var seen: Set<String> = []
        return moves.filter { seen.insert("\($0.from) \($0.to ?? "")").inserted }
    }

    /// Returns the files that a move left behind; empty if the previous commit no longer exists.
    func vanishedFiles(by move: BranchMove, before tip: ObjectID) throws -> [VanishedFile] {
        guard move.isPresent, let old = ObjectID(hex: move.from) else { return [] }
        var new = tip
        if let to = move.to.flatMap(ObjectID.init(hex:)), try repository.objectExists(to) {
            new = to
        }
        return try repository.vanishedFiles(from: old, to: new).map { file in
            var file = file
            file.move = move
            return file
        }
    }

    /// Returns the branch's upstream, or else the remote-tracking branch of `origin`.
    ///
    /// Returns `nil` if that branch does not exist.
    func upstreamBranch() throws -> ReferenceName? {
        guard let name = try repository.upstream(of: branch) ?? remoteBranch,
            try repository.target(of: name) != nil
        else { return nil }
        return name
    }

    private func move(
        _ entry: ReflogEntry, of name: ReferenceName, besides contained: Set<ObjectID>
    ) throws -> BranchMove? {
        guard let old = entry.old, let new = entry.new, !contained.contains(old) else {
            return nil
        }
        let isPresent = try repository.objectExists(old)
        if isPresent, try isContained(old, in: new) { return nil }
        // Commits that a shallow clone omitted are not lost.
        if !isPresent, try repository.isShallow() { return nil }
        return BranchMove(
            reference: name, from: old.description, to: new.description, message: entry.message,
            isPresent: isPresent)
    }

    /// Returns true if `new` contains `old`, as far as its ancestors can be read.
    func isContained(_ old: ObjectID, in new: ObjectID) throws(GitError) -> Bool {
        do throws(GitError) {
            guard try repository.objectExists(new) else { return false }
            return try repository.isAncestor(old, of: new)
        } catch {
            guard error.isDamage else { throw error }
            return false
        }
    }

    /// Git's reflog message for a remote-tracking branch that a push updated.
    private static let pushed = "update by push"

    private func pushedMoves(
        of branch: ReferenceName, to upstream: ReferenceName, besides contained: Set<ObjectID>
    ) throws -> [BranchMove] {
        let logged = Set(try repository.reflog(of: branch).compactMap(\.old))
        return try repository.reflog(of: upstream).compactMap { entry in
            guard entry.message == Self.pushed, let new = entry.new, !contained.contains(new),
                !logged.contains(new), try repository.objectExists(new)
            else { return nil }
            return BranchMove(
                reference: branch, from: new.description, to: nil, message: "", isPresent: true)
        }
    }
}
