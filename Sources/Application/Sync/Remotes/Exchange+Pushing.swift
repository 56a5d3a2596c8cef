import EventStore
import Git
import GitEventStore
import Machine
import Translation

/// The result of a push.
package struct PushReport: Sendable {
    package let remote: String
    /// The address of the push, without a password.
    package let url: String
    /// The branch in the remote.
    package let branch: String
    /// The previous commit of that branch; nil if the branch is new.
    package let old: String?
    /// The new commit of that branch.
    package let commit: String
    /// The events that are new to the remote.
    package let news: EventNews
    /// The tags that were also pushed.
    package let tags: [String]
}

extension Exchange {
    /// Pushes the branch to a remote.
    ///
    /// With `tags`, also pushes the tags that point at its commits and that the remote lacks.
    ///
    /// Never force-pushes. Throws a ``Refusal`` in these cases:
    ///
    /// - The remote has commits that are not in the local branch.
    /// - The local branch lacks an event in the remote's branch, or in a commit that would be sent.
    /// - The local branch has different bytes for an event.
    package func push(_ remote: String? = nil, tags: Bool = false) throws -> PushReport {
        let place = try place(remote)
        guard let tip = try repository.target(of: store.branch) else {
            throw Refusal(
                .repository, "There is no local branch “\(store.branch.shorthand)” to push.",
                hint: .typed("`dragoman sync` creates it from the remote's branch."))
        }
        let target = try pushPlace(place)
        let branch = try remoteBranch(at: place)
        let there = try transfer { try $0.references(of: target) }
        let old = there.first { $0.name == branch.rawValue }?.target
        if let old { try requireFastForward(from: old, to: tip, branch, target) }
        let lost = try lostEvents(
            onTheWayFrom: old.map(store.position), to: store.position(of: tip))
        if !lost.isEmpty { throw Self.refusal(lost, "the local branch") }
        if let old {
            try refuseAltered(
                from: store.position(of: old), to: store.position(of: tip), at: target)
        }
        let missing = tags ? try missingTags(of: tip, besides: there) : []
        do {
            try send(tip, over: old, to: branch, tags: missing, at: place)
        } catch let rejection as PushRejection {
            throw rejection.refusal
        }
        return PushReport(
            remote: place.name ?? "", url: target.address.shown, branch: branch.shorthand,
            old: old?.description, commit: tip.description,
            news: try old == tip
                ? EventNews()
                : news(from: old.map(store.position), to: store.position(of: tip)),
            tags: missing.map(\.name.shorthand))
    }

    private func requireFastForward(
        from old: ObjectID, to tip: ObjectID, _ branch: ReferenceName, _ place: RemotePlace
    ) throws {
        guard try repository.objectExists(old), try repository.isAncestor(old, of: tip) else {
            throw PushRejection(
                branch: branch.shorthand, address: place.address, reason: "fetch first", words: []
            ).refusal
        }
    }

    /// Returns the events that `old` or a commit in between contains but `tip` lacks, each once.
    ///
    /// A commit in between may be the parent of a merge. If `old` is nil, examines every commit.
    /// Cost: proportional to the commits and their changes.
    func lostEvents(onTheWayFrom old: Position?, to tip: Position) throws -> [LostEvent] {
        let between = try old.map { try store.lostEvents(from: $0, to: tip) } ?? []
        // A malformed line that never reached the remote does not count as lost, because
        // `fsck --restore` would not restore it.
        let onTheWay = try store.lostEvents(inHistoryFrom: old, to: tip).filter {
            Loss($0, .commit($0.commit ?? tip.commit)).isEvent
        }
        var seen: Set<[UInt8]> = []
        return (onTheWay + between).filter { seen.insert($0.line).inserted }
    }

    /// Returns the local tags that point at commits in the branch and whose names do not exist in
    /// the remote.
    private func missingTags(
        of tip: ObjectID, besides there: [RemoteReference]
    ) throws -> [Reference] {
        let known = Set(there.map(\.name))
        return try repository.references(matching: "refs/tags/*").filter { tag in
            try !known.contains(tag.name.rawValue) && repository.isAncestor(tag.target, of: tip)
        }
    }

    /// Sends objects and requests the update of the branch.
    ///
    /// Throws a ``PushRejection`` if the remote rejects it. Does nothing if there is nothing to
    /// send.
    func send(
        _ tip: ObjectID, over old: ObjectID?, to branch: ReferenceName, tags: [Reference] = [],
        at place: RemotePlace
    ) throws {
        let target = try pushPlace(place)
        var updates = try tags.map { tag in
            // An annotated tag is sent as its tag object, not as the commit that it points at.
            PushUpdate(
                tag.name, to: try repository.objectID(of: tag.name) ?? tag.target)
        }
        if old != tip { updates.insert(PushUpdate(branch, to: tip), at: 0) }
        guard !updates.isEmpty else { return }
        removeStaleLocks(of: updates.map(\.name), at: target)
        let answer = try transfer { try $0.push(updates, to: target) }
        for status in answer.statuses {
            guard let reason = status.rejection else { continue }
            throw PushRejection(
                branch: status.name.shorthand, address: target.address, reason: reason,
                words: answer.words)
        }
        noteTracking(branch, at: tip, place, pushedTo: target)
    }

    /// Removes the locks that a killed push left in a repository on this machine.
    private func removeStaleLocks(of names: [ReferenceName], at place: RemotePlace) {
        guard place.address.kind == .path,
            let repository = try? GitRepository.open(at: place.address.path)
        else { return }
        let now = host.now() / 1000
        // Without permission to remove the lock, the push itself reports the error.
        for name in names where (try? repository.removeStaleLock(of: name, now: now)) == true {
            dialogue.warn(
                "A stale lock in \(place.address.shown) was removed: \(name)."
            )
        }
    }

    static func refusal(_ lost: [LostEvent], _ what: String) -> Refusal {
        let ids = lost.prefix(3).map { $0.id ?? $0.path }.joined(separator: ", ")
        let more = lost.count > 3 ? " and \(lost.count - 3) more" : ""
        let commits = Set(lost.compactMap(\.commit))
        let culprit =
            commits.count == 1
            ? commits.first.map { " (removed by commit \($0.prefix(10)))" } ?? "" : ""
        return Refusal(
            .lostEvents,
            "In \(what), \(lost.count == 1 ? "an event is" : "\(lost.count) events are") missing: \(ids)\(more)\(culprit).",
            hint: .typed(
                "`dragoman fsck --restore` restores events that the branch lost; `dragoman sync --restore` restores events that the remote lost."
            ))
    }
}
