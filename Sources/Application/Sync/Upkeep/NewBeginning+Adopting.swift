import EventStore
import Git
import GitEventStore
import Machine
import Translation
import Workspace

extension NewBeginning {
    /// A remote's new beginning, which has been fetched.
    package struct Adoption {
        /// The remote, as the user names it.
        let remote: String
        /// The newest commit of the remote.
        let theirs: Position
        /// The newest commit that the remote is known to have had before it began anew.
        let sent: Position
    }

    /// Fetches a remote's new beginning.
    ///
    /// `remote` is nil for the remote that the branch follows. Throws a ``Refusal`` if the remote
    /// has another project or has not begun anew, or if it is unknown what it had before. That is
    /// known from the last fetch before the beginning, which the reflog of the remote-tracking
    /// branch contains.
    package func fetch(from remote: String?, dialogue: RemoteDialogue) throws -> Adoption {
        let exchange = Exchange(store, host: workspace.host, dialogue: dialogue)
        let place = try exchange.place(remote)
        let fetched = try exchange.fetch(from: place)
        let branch = try exchange.remoteBranch(at: place)
        guard let tracking = exchange.tracking(branch, at: place),
            let theirs = try store.repository.target(of: tracking).map(store.position)
        else {
            throw Refusal(
                .repository,
                "There is no branch “\(branch.shorthand)” at \(place.address.shown).",
                hint: .nameBranch)
        }
        try requireBeginning(exchange.requireProject(in: theirs, at: place), at: place)
        let former = try exchange.formerCommits(of: tracking, now: theirs, fetched)
        for commit in former {
            let position = try store.position(of: commit)
            guard let file = try store.file(atPath: ProjectFile.name, in: position),
                try ProjectFile.read(file).beginning == workspace.project.beginning
            else { continue }
            return Adoption(remote: place.argument, theirs: theirs, sent: position)
        }
        throw Refusal(
            .repository,
            "It is unknown which events \(place.address.shown) had before it began anew.",
            hint: .typed(
                "Clone it again with `dragoman clone`. `dragoman log --since TIME` lists events that this clone had not sent."
            ))
    }

    /// Takes over a new beginning: replaces the branch's history with the remote's.
    ///
    /// Unsent events are added on top of it with their ids, and the next sync sends them. Events
    /// that the remote had and left out stay out. Writers wait meanwhile, and readers continue.
    /// Throws a ``Refusal`` if unsent commits change files outside the log, or if the remote has
    /// other bytes for an event.
    package func adopt(_ adoption: Adoption, isDryRun: Bool = false) throws -> BeginningReport {
        let author = try Workspace.author(of: store.repository, host: workspace.host)
        guard !isDryRun else {
            let base = try Workspace.requireHead(of: store)
            return try report(Rest(base, adoption, store), adoption, commit: nil)
        }
        return try workspace.exclusively {
            let rest = try Rest(Workspace.requireHead(of: store), adoption, store)
            if !rest.unsent.isEmpty {
                try workspace.read { try workspace.refuseUnsigned(in: $0.model) }
            }
            let position = try store.adopt(
                adoption.theirs, adding: Exchange.files(of: rest.unsent), from: rest.base,
                message: "add unsent events\n", author: author)
            return try report(rest, adoption, commit: position.commit)
        }
    }

    private func report(
        _ rest: Rest, _ adoption: Adoption, commit: String?
    ) throws -> BeginningReport {
        var report = try report(
            Plan(base: rest.base, omitted: [], proposals: 0), commit: commit)
        report.remote = adoption.remote
        report.omittedEvents = rest.omitted
        report.keptEvents = rest.unsent.count
        return report
    }

    /// Throws a refusal unless a remote has this project, with a newer beginning.
    private func requireBeginning(_ theirs: Project, at place: RemotePlace) throws {
        let ours = workspace.project
        guard theirs.id == ours.id else {
            throw Refusal(
                .unrelated, "\(place.address.shown) contains another project's translations.",
                hint: .typed("Set another address with `dragoman remote set-url`."))
        }
        guard theirs.beginning ?? "" > ours.beginning ?? "" else {
            throw Refusal(
                .unrelated, "\(place.address.shown) has no beginning that is newer than this one.",
                hint: .typed("`dragoman sync` fetches and sends events."))
        }
    }
}

/// The events of a clone that a remote's new beginning lacks.
private struct Rest {
    /// The position of the clone's branch.
    let base: Position
    /// The events that the remote never had.
    let unsent: [LostEvent]
    /// The number of events that the remote had and left out.
    let omitted: Int

    init(
        _ base: Position, _ adoption: NewBeginning.Adoption, _ store: GitEventStore
    ) throws {
        let paths = try store.changesOutsideLog(from: adoption.sent, to: base)
        guard paths.isEmpty else {
            throw Refusal(
                .repository,
                "Unsent commits change files outside the log: \(paths.prefix(3).joined(separator: ", ")).",
                hint: "Clone again, and repeat these changes there with Git.")
        }
        let missing = Set(try store.lostEvents(from: base, to: adoption.theirs).map(\.line))
        unsent = try store.lostEvents(from: base, to: adoption.sent)
            .filter { missing.contains($0.line) }
        omitted = missing.count - unsent.count
        self.base = base
        let undecided = unsent.filter { $0.kind == .undecided }
        guard undecided.isEmpty else {
            throw Exchange.refusal(undecided: undecided, at: adoption.remote)
        }
    }
}
