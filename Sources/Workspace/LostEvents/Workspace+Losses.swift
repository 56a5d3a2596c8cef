import EventStore
import Git
import GitEventStore
import Translation

extension Workspace {
    /// What a look at the past of a branch brought to light.
    struct Losses {
        /// The lines that are gone, those of commits first, then by moves, newest first.
        let lines: [Loss]
        /// Moves of which nobody can say any more what they left behind.
        let unknown: [BranchMove]
    }

    /// The lines that an ancestor of the tip has and the tip lacks, and those that moves of the branch left behind.
    ///
    /// Each is named once, with the newest commit that took it away, or else the newest move. Cost: the whole history.
    func losses(before position: Position) throws -> Losses {
        var lines = try store.lostEvents(inHistoryFrom: nil, to: position).map { lost in
            Loss(lost, .commit(lost.commit ?? position.commit))
        }
        var seen = Set(lines.map(\.lost.line))
        var unknown: [BranchMove] = []
        for move in try store.movesBackwards(before: position) {
            guard let left = try losses(by: move, before: position) else {
                unknown.append(move)
                continue
            }
            lines += left.filter { seen.insert($0.lost.line).inserted }
        }
        return Losses(lines: lines, unknown: unknown)
    }

    /// The lines that a move left behind, or `nil` if what it left cannot be read any more: nothing keeps such commits whole.
    private func losses(by move: BranchMove, before position: Position) throws -> [Loss]? {
        guard move.isPresent else { return nil }
        do {
            let place = try remoteBranch(with: move)
            return try store.lostEvents(by: move, to: position).map { lost in
                Loss(lost, .move(move, stillThere: place))
            }
        } catch let error as GitError where error.isDamage {
            return nil
        }
    }

    /// The remote-tracking branch that contains what a move left behind.
    private func remoteBranch(with move: BranchMove) throws -> String? {
        let repository = store.repository
        guard move.isPresent, let old = ObjectID(hex: move.from),
            let upstream = try repository.upstream(of: store.branch) ?? store.remoteBranch,
            let tip = try repository.target(of: upstream),
            try repository.isAncestor(old, of: tip)
        else { return nil }
        return upstream.shorthand
    }

    /// What `fsck` says about it.
    func historyProblems(before position: Position) throws -> [FsckReport.Problem] {
        let losses = try losses(before: position)
        let gone = losses.lines.map { loss in
            FsckReport.Problem(
                path: "\(GitEventStore.eventsDirectory)/\(loss.lost.path)", loss.description,
                event: loss.event?.id, isError: loss.isEvent)
        }
        let unknown = losses.unknown.map { move in
            FsckReport.Problem(
                path: move.reference.shorthand,
                "\(move.sentence); that commit is not here any more or damaged, and nobody can say whether it had other events.",
                isError: false)
        }
        return gone + unknown
    }
}
