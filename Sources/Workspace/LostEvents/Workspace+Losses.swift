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
        let moves = try store.movesBackwards(before: position)
        for move in moves {
            let place = try remoteBranch(with: move)
            for lost in try store.lostEvents(by: move, to: position)
            where seen.insert(lost.line).inserted {
                lines.append(Loss(lost, .move(move, stillThere: place)))
            }
        }
        return Losses(lines: lines, unknown: moves.filter { !$0.isPresent })
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
                "\(move.sentence); that commit is not here any more, and nobody can say whether it had other events.",
                isError: false)
        }
        return gone + unknown
    }
}
