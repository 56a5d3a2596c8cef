import EventStore
import Git
import GitEventStore
import Machine
import ReadModel
package import Translation
package import Workspace

/// A walk through proposals or texts.
///
/// Stores its decisions on disk, and commits them all in one commit at the end. Once ``take(_:)``
/// has returned, its entries survive even if the process is killed. The next walk with the same
/// verb resumes with them.
package final class Walk {
    /// The verb, such as `review`, which identifies the walk's journals and appears in the commit
    /// message.
    package let verb: String
    /// The guid under which proposals and decisions are made, if any.
    package let guid: String?
    /// The decisions and comments so far.
    package private(set) var plan = WalkPlan()
    /// The number of decisions and comments resumed from earlier walks.
    package let resumed: Int

    private let workspace: Workspace
    private let directory: String
    private var journal: WalkJournal?

    /// Starts a walk, and resumes earlier walks with the same verb.
    ///
    /// Other processes may run walks at the same time, because each walk has its own journal.
    package init(_ verb: String, guid: String?, in workspace: Workspace) throws {
        self.verb = verb
        self.guid = guid
        self.workspace = workspace
        directory = Self.directory(of: workspace.store)
        let left = try WalkJournal.takeUp(
            in: directory, workspace.store.repository.sharing, verb: verb,
            name: Self.name(workspace.host)
        ) { workspace.warn?($0) }
        guard let left else {
            resumed = 0
            return
        }
        journal = left.journal
        // If a walk was killed after its commit, its steps are already carried out.
        let actor = try workspace.actor()
        let hashed = guid.map { HashedGuid(guid: $0, project: workspace.project) }
        var plan = WalkPlan(left.entries)
        try workspace.read(at: .tip) { snapshot in
            for step in plan.steps
            where try step.isCarriedOut(in: snapshot.model, by: actor, hashed) {
                plan.remove(step)
            }
            for (subject, _) in plan.drafts
            where try !subject.canBeDecided(in: snapshot.model) {
                plan.apply(.draft(subject, nil))
                workspace.warn?(
                    "A text from an interrupted walk was dropped, because nothing is left to decide."
                )
            }
        }
        self.plan = plan
        resumed = plan.steps.count
    }

    /// Returns the directory of the journals for a branch.
    static func directory(of store: GitEventStore) -> String {
        store.stateDirectory + "/walks/" + Workspace.fileName(of: store)
    }

    /// Returns a new name for a journal; names sort by time.
    private static func name(_ host: Host) -> String {
        let random = host.random
        return EventID(
            milliseconds: host.timeOfIDs,
            random: (UInt16(truncatingIfNeeded: random.next()), random.next())
        ).description
    }

    /// Adds entries to the plan.
    ///
    /// The entries are on disk when this returns. Throws a ``Translation/Refusal``.
    package func take(_ entries: [WalkEntry]) throws {
        guard !entries.isEmpty else { return }
        if let journal {
            try journal.append(entries)
        } else {
            journal = try WalkJournal.begin(
                in: directory, workspace.store.repository.sharing, verb: verb,
                name: Self.name(workspace.host), with: entries)
        }
        for entry in entries { plan.apply(entry) }
    }

    /// Returns the refusal that a step would cause in the current state, or nil if it would
    /// succeed.
    ///
    /// Writes nothing. Cost: the same as carrying out the step, without the commit.
    package func refusal(of step: WalkStep) throws -> Refusal? {
        guard let command = step.command else { return nil }
        do {
            _ = try workspace.perform("try", guid: guid, isDryRun: true, command)
            return nil
        } catch let refusal as Refusal {
            return refusal
        }
    }

    /// The result of ending a walk.
    package struct Result: Sendable {
        /// The commit and its events; empty if there was nothing to do.
        package let outcome: Outcome
        /// The steps that were carried out.
        package let done: [WalkStep]
        /// The steps that could not be carried out, each with the reason, such as a decision that
        /// somebody else made meanwhile.
        package let leftOut: [(step: WalkStep, refusal: Refusal)]
    }

    /// Commits all decisions and comments in one commit, and ends the walk.
    ///
    /// Refused steps are left out and listed; the others are carried out. If this throws, all
    /// decisions stay on disk for the next walk. Drafts stay on disk in any case. If there are no
    /// steps, there is no commit.
    package func commit() throws -> Result {
        let steps = plan.steps
        let outcome = try workspace.perform(verb, guid: guid) { state in
            .batch(try steps.compactMap { try $0.keepingOthersDecisions(in: state).command })
        }
        keepDrafts()
        let leftOut = outcome.leftOut.map { (step: steps[$0.index], refusal: $0.refusal) }
        let indices = Set(outcome.leftOut.map(\.index))
        let done = steps.indices.filter { !indices.contains($0) }.map { steps[$0] }
        return Result(outcome: outcome, done: done, leftOut: leftOut)
    }

    /// Ends the walk without a commit, and keeps its decisions for the next walk.
    package func putAside() {
        // If every entry was undone, no file is needed.
        if plan.isEmpty { discard() } else { journal = nil }
    }

    /// Removes the steps from the journal, and keeps the drafts for the next walk.
    private func keepDrafts() {
        let entries = plan.draftEntries
        guard !entries.isEmpty else { return discard() }
        let kept = try? WalkJournal.begin(
            in: directory, workspace.store.repository.sharing, verb: verb,
            name: Self.name(workspace.host), with: entries)
        // If the disk is too full for the shorter journal, the old journal stays. The next walk
        // detects that its steps are already carried out.
        if kept != nil { journal?.remove() }
        journal = nil
        plan = WalkPlan(entries)
    }

    /// Ends the walk and discards its decisions.
    package func discard() {
        journal?.remove()
        journal = nil
        plan = WalkPlan()
    }
}

extension WalkSubject {
    /// Returns true if the subject can still be decided: the proposal is open, or the string
    /// exists.
    fileprivate func canBeDecided(in model: ReadModel) throws -> Bool {
        switch self {
        case .proposal(let id):
            guard let place = try model.proposalLocation(id) else { return false }
            return try model.unit(place.locale, place.string).proposal(id)?.state == .open
        case .unit(let unit): return try model.exists(unit.string)
        }
    }
}

extension WalkStep {
    /// Returns the step without force if somebody else has decided on the proposal meanwhile.
    ///
    /// The user forced the step to override obstacles known during the walk, not a later decision.
    fileprivate func keepingOthersDecisions(in state: any StateReader) throws -> WalkStep {
        guard case .proposal(let id) = subject,
            case .accept(let value, true, let rejectsOthers) = action,
            let place = try state.proposalLocation(id),
            try state.unit(place.locale, place.string).proposal(id)?.state != .open
        else { return self }
        return WalkStep(
            subject, .accept(value: value, isForced: false, rejectsOthers: rejectsOthers))
    }

    /// Returns true if the log already contains the effect of the step, from the same person or
    /// guid.
    fileprivate func isCarriedOut(
        in model: ReadModel, by actor: Actor, _ guid: HashedGuid?
    ) throws -> Bool {
        switch subject {
        case .proposal(let id):
            guard let place = try model.proposalLocation(id) else { return false }
            let unit = try model.unit(place.locale, place.string)
            guard let proposal = unit.proposal(id) else { return false }
            let isOwn = proposal.decision?.actor == actor
            switch action {
            case .accept(let value, _, _):
                guard isOwn, case .proposalAccepted(let taken)? = proposal.decision?.payload
                else { return false }
                return taken.value == value ?? proposal.proposed.value
            case .reject: return isOwn && proposal.state == .rejected
            default: return unit.hasComment(self, on: id, by: actor)
            }
        case .unit(let name):
            let unit = try model.unit(name.locale, name.string)
            switch action {
            case .set(let value):
                return unit.text.map { $0.value == value && !$0.isStale } ?? false
            case .propose(let value, _):
                return guid.flatMap(unit.openProposal)?.proposed.value == value
            default: return unit.hasComment(self, on: nil, by: actor)
            }
        }
    }
}

extension Unit {
    fileprivate func hasComment(_ step: WalkStep, on proposal: EventID?, by actor: Actor) -> Bool {
        guard case .comment(let text) = step.action else { return false }
        return remarks.contains { event in
            guard case .commentAdded(let about, let said, _) = event.payload else { return false }
            return event.actor == actor && about == proposal
                && said.utf8.elementsEqual(text.utf8)
        }
    }
}
