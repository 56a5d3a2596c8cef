import EventStore
import Git
import GitEventStore
import Machine
import Translation
import Workspace

extension NewBeginning {
    /// Takes over the new beginning of a remote: replaces the branch's history with the remote's.
    ///
    /// The events that the remote does not have are added on top of it with their ids, so that
    /// nothing is lost that was not sent before. Events that ``Retention`` left out there stay out.
    /// Writers wait meanwhile, and readers continue. The next sync sends the added events.
    ///
    /// `remote` is nil for the remote that the branch follows. Throws a ``Refusal`` if the remote
    /// has another project or has not begun anew, or if it has other bytes for an event.
    package func adopt(
        from remote: String?, dialogue: RemoteDialogue, isDryRun: Bool = false
    ) throws -> BeginningReport {
        let author = try Workspace.author(of: store.repository, host: workspace.host)
        let exchange = Exchange(store, host: workspace.host, dialogue: dialogue)
        let place = try exchange.place(remote)
        _ = try exchange.fetch(from: place)
        let branch = try exchange.remoteBranch(at: place)
        guard let tracking = exchange.tracking(branch, at: place),
            let theirs = try store.repository.target(of: tracking).map(store.position)
        else {
            throw Refusal(
                .repository,
                "There is no branch “\(branch.shorthand)” at \(place.address.shown).",
                hint: .nameBranch)
        }
        let beginning = try requireBeginning(
            exchange.requireProject(in: theirs, at: place), at: place)
        let time = Int64(clamping: beginning.milliseconds)
        var plan = try plan(at: time)
        var kept = try unsent(plan, to: theirs, at: place)
        var commit: String?
        if !isDryRun {
            commit = try workspace.exclusively {
                if try Workspace.requireHead(of: store) != plan.base {
                    plan = try self.plan(at: time)
                    kept = try unsent(plan, to: theirs, at: place)
                }
                if !kept.isEmpty {
                    try workspace.read { try workspace.refuseUnsigned(in: $0.model) }
                }
                return try store.adopt(
                    theirs, adding: Exchange.files(of: kept), from: plan.base,
                    message: "add what was not sent before the new beginning\n", author: author
                ).commit
            }
        }
        var report = try report(plan, commit: commit)
        report.remote = place.argument
        report.keptEvents = kept.count
        return report
    }

    /// Returns the id of a remote's beginning, which must be newer than ours.
    private func requireBeginning(_ theirs: Project, at place: RemotePlace) throws -> EventID {
        let ours = workspace.project
        guard theirs.id == ours.id else {
            throw Refusal(
                .unrelated, "\(place.address.shown) contains another project's translations.",
                hint: .typed("Set another address with `dragoman remote set-url`."))
        }
        guard let text = theirs.beginning, text > ours.beginning ?? "", let id = EventID(text)
        else {
            throw Refusal(
                .unrelated, "\(place.address.shown) has no beginning that is newer than this one.",
                hint: .typed("`dragoman sync` fetches and sends events."))
        }
        return id
    }

    /// Returns the lines that a remote lacks although it did not leave them out.
    private func unsent(
        _ plan: Plan, to theirs: Position, at place: RemotePlace
    ) throws -> [LostEvent] {
        let lines = try store.lostEvents(from: plan.base, to: theirs)
            .filter { !($0.id.map(plan.omitted.contains) ?? false) }
        let undecided = lines.filter { $0.kind == .undecided }
        guard undecided.isEmpty else {
            throw Exchange.refusal(undecided: undecided, at: place.argument)
        }
        return lines
    }
}
