import EventStore
import Git
import Translation

/// The state of a sync in progress.
struct Syncing {
    let place: RemotePlace
    let branch: ReferenceName
    /// Whether missing events are added again.
    let isRestoring: Bool
    /// Whether altered lines are dropped.
    let isRepairing: Bool
    /// The commits that the remote's branch pointed at before it was forced back.
    var former: [ObjectID] = []
    var isUnited = false
    var restored = 0
    var repaired: [String] = []
    var lost: [MissingEvent] = []
    private var foreign: ObjectID?
    private var rejections: [(reason: PushRejection, theirs: Position?)] = []

    init(
        place: RemotePlace, branch: ReferenceName, isRestoring: Bool = false,
        isRepairing: Bool = false
    ) {
        self.place = place
        self.branch = branch
        self.isRestoring = isRestoring
        self.isRepairing = isRepairing
    }

    func report(at tip: Position, received: EventNews, sent: EventNews) -> SyncReport {
        SyncReport(
            remote: place.name ?? "", url: place.address.shown, branch: branch.shorthand,
            commit: tip.commit, received: received, sent: sent, isUnited: isUnited,
            restored: restored, repaired: repaired, lost: lost)
    }

    /// Returns the branch's commit, given the remote's references.
    func target(_ references: [RemoteReference], of place: RemotePlace) -> ObjectID? {
        references.first { $0.name == branch.rawValue }?.target
    }

    /// Records that the push address has a commit that was not available from the fetch address.
    ///
    /// Throws if the same commit is recorded twice in a row, because another fetch would not help.
    mutating func note(foreign commit: ObjectID, at target: RemotePlace) throws {
        guard commit == foreign else {
            foreign = commit
            return
        }
        let name = place.name ?? ""
        throw Refusal(
            .notFastForward,
            "“\(name)” is pushed to \(target.address.shown), which has commits on "
                + "“\(branch.shorthand)” that are missing from its fetch address "
                + "\(place.address.shown).",
            hint: .typed(
                "To merge them, run `dragoman remote add NAME \(target.address.shown)`, then `dragoman sync NAME`."
            ))
    }

    /// Records a rejected push and the position of the remote's branch before it.
    mutating func note(_ rejection: PushRejection, at theirs: Position?) {
        rejections.append((rejection, theirs))
    }

    /// Returns the refusal to throw after the last attempt.
    func givingUp(after attempts: Int) -> Refusal {
        let shown = place.address.shown
        guard let last = rejections.last, last.reason.kind == .moved,
            rejections.allSatisfy({ $0.theirs == last.theirs })
        else {
            return Refusal(
                .busy,
                "All \(attempts) attempts failed because others pushed to \(shown) or kept it locked.",
                hint: "Everything is merged locally, and nothing is lost. Try again later.")
        }
        return Refusal(
            .rejected,
            "\(last.reason.address.shown) rejected all \(attempts) pushes of “\(branch.shorthand)” (\(last.reason.reason)), although its branch had not moved.",
            hint:
                "`git push \(place.name ?? shown) \(branch.shorthand)` may show more details; everything is merged locally, and nothing is lost."
        )
    }
}
