import EventStore
import Git
import GitEventStore
import Translation
package import Workspace

/// The events that the branch has lost.
package struct LostEvents {
    let workspace: Workspace

    package init(_ workspace: Workspace) { self.workspace = workspace }

    private var store: GitEventStore { workspace.store }

    /// The result of a search through the history and the reflog of a branch.
    struct Losses {
        /// The lost lines, newest first: those removed by commits, then those removed by moves of
        /// the branch.
        let lines: [Loss]
        /// The moves of the branch whose previous commits no longer exist, so their events are
        /// unknown.
        let unknown: [BranchMove]
    }

    /// Returns the lines that were lost in the tip's history, and the lines that moves of the
    /// branch left behind.
    ///
    /// A line is lost if an ancestor of the tip contains it, but the tip does not.
    ///
    /// Lists each line once, with the newest commit that removed it, or otherwise with the newest
    /// move. Cost: reads the whole history.
    func losses(before position: Position) throws -> Losses {
        let (events, unknown) = try store.losses(before: position)
        var places: [BranchMove: String?] = [:]
        let lines = try events.map { lost in
            guard let move = lost.move else {
                return Loss(lost, .commit(lost.commit ?? position.commit))
            }
            let place = try places[move] ?? remoteBranch(with: move)
            places[move] = .some(place)
            return Loss(lost, .move(move, stillThere: place))
        }
        return Losses(lines: lines, unknown: unknown)
    }

    /// Returns the remote-tracking branch that still contains the commits that a move left behind,
    /// or nil if there is none.
    private func remoteBranch(with move: BranchMove) throws -> String? {
        let repository = store.repository
        guard move.isPresent, let old = ObjectID(hex: move.from),
            let upstream = try repository.upstream(of: store.branch) ?? store.remoteBranch,
            let tip = try repository.target(of: upstream),
            try repository.isAncestor(old, of: tip)
        else { return nil }
        return upstream.shorthand
    }

    /// Returns the losses as problems for the report of `fsck`.
    func problems(before position: Position) throws -> [FsckReport.Problem] {
        let losses = try losses(before: position)
        let gone = losses.lines.map { loss in
            FsckReport.Problem(
                path: "\(GitEventStore.eventsDirectory)/\(loss.place.path)",
                line: loss.place.line, loss.description, event: loss.event?.id,
                isError: loss.isEvent, variants: loss.variants)
        }
        let unknown = losses.unknown.map { move in
            FsckReport.Problem(
                path: move.reference.shorthand,
                "\(move.sentence); that commit is missing or damaged, so it is unknown whether "
                    + "it had other events.",
                isError: false)
        }
        return gone + unknown
    }
}

extension Loss {
    /// The lines that the user has to choose from; empty if the first line is known.
    fileprivate var variants: [FsckReport.Variant] {
        guard !isCertain else { return [] }
        return [FsckReport.Variant(place: name, line: lost.line)]
            + lost.standing.map(FsckReport.Variant.init)
    }
}

extension FsckReport.Variant {
    init(_ line: LogLine) {
        self.init(
            place: "\(GitEventStore.eventsDirectory)/\(line.path):\(line.number)",
            line: line.bytes)
    }
}
