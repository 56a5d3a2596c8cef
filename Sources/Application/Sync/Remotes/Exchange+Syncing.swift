import EventStore
import Git
import GitEventStore
import Machine
import Translation
import Workspace

/// The result of a sync.
package struct SyncReport: Sendable {
    package let remote: String
    /// The remote's address without a password.
    package let url: String
    /// The branch in the remote.
    package let branch: String
    /// The commit that both branches now point at.
    package let commit: String
    /// The events that were received.
    package let received: EventNews
    /// The events that were sent.
    package let sent: EventNews
    /// Whether diverged branches were merged.
    package let isUnited: Bool
    /// The number of events that the remote had lost and that were added again.
    package let restored: Int
    /// The events whose altered lines were dropped.
    package let repaired: [String]
    /// The events that the remote contained at the previous fetch but no longer contains.
    package let lost: [MissingEvent]
}

extension Exchange {
    /// The maximum number of attempts when others keep pushing in between.
    static let syncAttempts = 12

    /// Fetches, merges and pushes until the local branch and the remote's branch have the same
    /// events.
    ///
    /// Retries if the remote changed meanwhile. Nothing is decided again, and merges never
    /// conflict. Throws a ``Refusal``, without changing the branch, in these cases:
    ///
    /// - The remote belongs to another project.
    /// - The result would lack an event that either side contains. With `restoring`, such events
    ///   are added again instead.
    /// - The result would have different bytes for an event than the remote. With `repairing`,
    ///   altered lines are dropped instead.
    package func sync(
        _ remote: String? = nil, restoring: Bool = false, repairing: Bool = false
    ) throws -> SyncReport {
        let place = try place(remote)
        let branch = try remoteBranch(at: place)
        guard let tracking = tracking(branch, at: place) else {
            throw Self.unknownRemote(remote ?? "", among: try repository.remotes())
        }
        let author = try author()
        let target = try pushPlace(place)
        try warnOfRefspecs(at: place)
        let start = try repository.target(of: store.branch).map(store.position)
        var result = Syncing(
            place: place, branch: branch, isRestoring: restoring || repairing,
            isRepairing: repairing)
        for attempt in 0..<Self.syncAttempts {
            if attempt > 0 { host.pause(backoff(attempt)) }
            // A branch that was deleted in the remote must not count as unchanged.
            let fetched = try fetch(from: place, forgetsBranch: true)
            result.lost += fetched.lost
            let theirs = try repository.target(of: tracking).map(store.position)
            if repairing, let theirs {
                result.former += try formerCommits(of: tracking, now: theirs, fetched)
            }
            let ours = try unite(with: theirs, author, place, &result)
            guard let tip = ObjectID(hex: ours.commit) else { throw AppendConflict() }
            var old = theirs.flatMap { ObjectID(hex: $0.commit) }
            if target.isApart {
                old = try result.target(
                    transfer { try $0.references(of: target) }, of: target)
                if let old, try !contains(old, in: tip) {
                    try result.note(foreign: old, at: target)
                    continue
                }
                if let old {
                    try refuseAltered(from: store.position(of: old), to: ours, at: target)
                }
            }
            let rejection: PushRejection?
            do {
                rejection = try sendInTime(tip, over: old, to: branch, at: place)
            } catch {
                warnOfReceived(try news(from: start, to: ours), from: place)
                throw error
            }
            if let rejection {
                result.note(rejection, at: theirs)
                continue
            }
            collectGarbageIfNeeded()
            return result.report(
                at: ours, received: try news(from: start, to: ours),
                sent: try news(from: old.map(store.position), to: ours))
        }
        throw result.givingUp(after: Self.syncAttempts)
    }

    /// Returns the number of events that the remote did not have when it was last fetched from.
    package func unsentEvents(to remote: String?) throws -> Int {
        let place = try place(remote)
        guard let tip = try repository.target(of: store.branch) else { return 0 }
        let known = try tracking(remoteBranch(at: place), at: place).flatMap(repository.target)
        return try news(from: known.map(store.position), to: store.position(of: tip)).events
    }

    /// Reports the events that were merged although nothing was sent.
    private func warnOfReceived(_ news: EventNews, from place: RemotePlace) {
        guard news.events > 0 else { return }
        let events = news.events == 1 ? "1 event" : "\(news.events) events"
        dialogue.warn("Received \(events) from \(place.argument); nothing was sent.")
    }

    /// Returns true if a commit exists locally and is an ancestor of `tip`.
    private func contains(_ old: ObjectID, in tip: ObjectID) throws -> Bool {
        try repository.objectExists(old) && repository.isAncestor(old, of: tip)
    }

    /// Pushes the branch, and returns the rejection if the remote changed meanwhile.
    ///
    /// The server's messages are shown only after the last attempt, because messages about a
    /// retried push do not concern the user.
    private func sendInTime(
        _ tip: ObjectID, over old: ObjectID?, to branch: ReferenceName, at place: RemotePlace
    ) throws -> PushRejection? {
        let heard = HeardWords()
        var quiet = dialogue
        quiet.tell = { heard.lines.append($0) }
        do {
            try Exchange(store, host: host, dialogue: quiet).send(
                tip, over: old, to: branch, at: place)
        } catch let rejection as PushRejection where rejection.isTransient {
            return rejection
        } catch {
            heard.lines.forEach(dialogue.tell)
            throw (error as? PushRejection)?.refusal ?? error
        }
        heard.lines.forEach(dialogue.tell)
        return nil
    }

    /// The collected messages of a server.
    private final class HeardWords {
        var lines: [String] = []
    }

    /// Returns the delay before an attempt, in milliseconds.
    ///
    /// The delay is a random time between a quarter of a limit and the limit. The limit doubles
    /// with each attempt, up to five seconds.
    func backoff(_ attempt: Int) -> Int {
        let limit = min(100 << attempt, 5000)
        return limit / 4 + Int(host.random.next() % UInt64(limit * 3 / 4))
    }

    // MARK: Merging

    /// Merges both sides into the local branch and returns its new position.
    private func unite(
        with theirs: Position?, _ author: Author, _ place: RemotePlace, _ result: inout Syncing
    ) throws -> Position {
        for _ in 0..<Self.syncAttempts {
            do {
                return try writing.exclusively {
                    try uniteLocked(with: theirs, author, place, &result)
                }
            } catch is AppendConflict {
                // Plain git, which does not take our lock, moved the branch.
                host.pause(10)
            } catch is BranchLocked {
                // In total, the pauses exceed the age at which a lock counts as stale.
                host.pause(1000)
                try requireNotCancelled(at: place)
            }
        }
        throw Refusal(
            .busy, "Other processes kept moving the branch “\(store.branch.shorthand)”.",
            hint: "Try again in a moment.")
    }

    private func uniteLocked(
        with theirs: Position?, _ author: Author, _ place: RemotePlace, _ result: inout Syncing
    ) throws -> Position {
        guard let theirs else {
            guard let tip = try repository.target(of: store.branch) else {
                throw try missing(result.branch, at: place)
            }
            let ours = try store.position(of: tip)
            let lost = try lostEvents(onTheWayFrom: nil, to: ours)
            guard lost.isEmpty || result.isRestoring else {
                throw Self.refusal(lost, "the local branch")
            }
            return try restore(lost, onto: ours, author, &result)
        }
        let project = try requireProject(in: theirs, at: place)
        guard let tip = try repository.target(of: store.branch) else {
            return try begin(at: theirs, result.branch, place, author)
        }
        let ours = try store.position(of: tip)
        try requireOneBeginning(ours, project, at: place)
        let name = "\(place.name ?? "")/\(result.branch.shorthand)"
        var united: Position
        do {
            united = try store.unite(
                ours, with: theirs, message: "unite with \(name)\n", author: author,
                beforeCommit: { try refuseUnsigned(uniting: ours, with: theirs) })
        } catch is AnotherProject {
            throw Refusal(
                .unrelated, "\(place.address.shown) contains another project's translations.",
                hint: .typed("Set another address with `dragoman remote set-url`."))
        }
        let isUnited = united != ours && united != theirs
        let altered = try alteredLines(from: theirs, to: united, seen: ours)
        var dropped: Set<[UInt8]> = []
        if result.isRepairing, !altered.isEmpty {
            try refuseUnsigned(uniting: ours, with: theirs)
            (united, dropped) = try repair(
                altered, in: united, ours: ours, theirs: theirs, former: result.former, author)
        }
        let lost = try lostEvents(in: united, uniting: ours, with: theirs)
            .filter { !dropped.contains($0.line) }
        // A correct and an incorrect line for the same event must not be restored together.
        let undecided = lost.filter { $0.kind == .undecided }
        guard undecided.isEmpty || !result.isRestoring else {
            throw Self.refusal(undecided: undecided, at: name)
        }
        guard altered.isEmpty || result.isRepairing else {
            throw Self.refusal(altered: altered, at: name)
        }
        guard lost.isEmpty || result.isRestoring else {
            throw Self.refusal(lost, "the merge of \(name) and the local branch")
        }
        result.repaired += Set(altered.map(\.id)).sorted()
        guard united != ours || !lost.isEmpty else { return ours }
        if !lost.isEmpty { try refuseUnsigned(uniting: ours, with: theirs) }
        if united != ours {
            try store.advance(
                from: ours, to: united, message: "sync with \(name)", author: author)
            result.isUnited = result.isUnited || isUnited
        }
        return try restore(lost, onto: united, author, &result)
    }

    /// Adds lost events again and returns the new position of the branch.
    private func restore(
        _ lost: [LostEvent], onto position: Position, _ author: Author, _ result: inout Syncing
    ) throws -> Position {
        guard !lost.isEmpty else { return position }
        result.restored += lost.count
        return try store.append(
            Addition(
                files: Self.files(of: lost), message: CommitMessage.restoring(lost.count),
                author: author), expecting: position
        ).position
    }

    /// Returns the refusal for a branch that does not exist on either side.
    private func missing(_ branch: ReferenceName, at place: RemotePlace) throws -> Refusal {
        let known = try repository.references(matching: "refs/remotes/\(place.name ?? "")/*")
        let names = known.map { String($0.name.shorthand.dropFirst((place.name ?? "").count + 1)) }
            .filter { $0 != "HEAD" }
        let shown = store.branch.shorthand
        return Refusal(
            .repository,
            "There is no branch “\(shown)” here or at \(place.address.shown).",
            hint: names.isEmpty
                ? .beginProjectOrNameBranch
                : .typed(
                    "Choose another branch with --branch, or start a new project with `dragoman "
                        + "init`."),
            nearest: NearestMatches.of(branch.shorthand, among: names))
    }

    static func refusal(undecided lost: [LostEvent], at name: String) -> Refusal {
        let ids = Set(lost.compactMap(\.id)).sorted().prefix(3).joined(separator: ", ")
        return Refusal(
            .lostEvents,
            "Events have different bytes in \(name) than here, and it is unknown which came "
                + "first: \(ids).",
            hint: .typed(
                "`git merge --ff-only \(name)` accepts the remote's lines; then `dragoman fsck` shows both, and `dragoman fsck --restore ID` restores one."
            ))
    }

    func requireProject(in theirs: Position, at place: RemotePlace) throws -> Project {
        guard let bytes = try store.file(atPath: ProjectFile.name, in: theirs) else {
            throw Refusal(
                .unrelated,
                "\(place.address.shown) has a branch “\(store.branch.shorthand)” that contains "
                    + "no translations.",
                hint: .nameBranch)
        }
        return try ProjectFile.read(bytes)
    }

    /// Throws a refusal if one side's log began anew and the other side still has the old history.
    ///
    /// Merging both would bring back the old history and everything that was left out.
    private func requireOneBeginning(
        _ ours: Position, _ theirs: Project, at place: RemotePlace
    ) throws {
        guard
            let project = try store.file(atPath: ProjectFile.name, in: ours).map(ProjectFile.read),
            project.id == theirs.id, project.beginning != theirs.beginning
        else { return }
        guard (project.beginning ?? "") < (theirs.beginning ?? "") else {
            throw Refusal(
                .unrelated,
                "The log here began anew, but \(place.address.shown) still has the old history.",
                hint: "Replace the remote repository with a clone of this one.")
        }
        throw Refusal(
            .unrelated,
            "The log at \(place.address.shown) began anew, but this clone still has the old history.",
            hint: .typed(
                "`dragoman begin-anew --from \(place.argument)` takes over the new beginning, and keeps events that were not sent."
            ))
    }

    /// Creates the local branch from the remote's branch.
    private func begin(
        at theirs: Position, _ branch: ReferenceName, _ place: RemotePlace, _ author: Author
    ) throws -> Position {
        try store.begin(at: theirs, message: "sync", author: author)
        try follow(branch, at: place)
        return theirs
    }

    /// Records the remote's branch as the upstream of the local branch.
    func follow(_ branch: ReferenceName, at place: RemotePlace) throws {
        guard let name = place.name else { return }
        let local = store.branch.shorthand
        try patiently(at: place) {
            try repository.setString("branch.\(local).remote", name)
            try repository.setString("branch.\(local).merge", branch.rawValue)
        }
    }

    /// Returns the events that either side or a commit to be sent contains but the result lacks.
    ///
    /// Lists each event once.
    private func lostEvents(
        in result: Position, uniting ours: Position, with theirs: Position
    ) throws -> [LostEvent] {
        var seen: Set<[UInt8]> = []
        let here = ours == result ? [] : try store.lostEvents(from: ours, to: result)
        let sent = theirs == result ? [] : try lostEvents(onTheWayFrom: theirs, to: result)
        return (sent + here).filter { seen.insert($0.line).inserted }
    }

    /// Returns new files for lost lines, named after their contents.
    ///
    /// If two clones restore the same lines, they create the same files.
    static func files(of lost: [LostEvent]) -> [NewFile] {
        let byFolder = Dictionary(grouping: lost) { String($0.path.prefix { $0 != "/" }) }
        return byFolder.sorted { $0.key < $1.key }.flatMap { folder, lines in
            let sorted = lines.sorted { ($0.id ?? "") < ($1.id ?? "") }
            return NewFile.files(folder: folder, lines: sorted.map { ($0.path, $0.line) })
        }.map(\.asSegment)
    }
}
