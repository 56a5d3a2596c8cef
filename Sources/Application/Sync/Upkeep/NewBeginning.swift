import EventStore
import Git
import GitEventStore
import JSON
import Machine
import ReadModel
import Translation
package import Workspace

/// The result of beginning anew, or of a dry run.
package struct BeginningReport: Sendable {
    /// The remote whose new beginning was taken over, or nil if this log itself began anew.
    package var remote: String?
    /// The new commit, or nil for a dry run.
    package let commit: String?
    /// The commit that the branch pointed at before.
    package let previous: String
    /// The number of testers' proposals that were left out; 0 if a remote's beginning was taken
    /// over.
    package let omittedProposals: Int
    /// The number of events that were left out: these proposals, and the events about them.
    package var omittedEvents: Int
    /// The number of unsent events that were added to the remote's history.
    package var keptEvents = 0
    /// The other references that still lead to commits of the old history.
    package let keepers: [String]
}

/// Replaces the history of a log with a single commit: `dragoman begin-anew`.
package struct NewBeginning {
    let workspace: Workspace

    package init(_ workspace: Workspace) { self.workspace = workspace }

    var store: GitEventStore { workspace.store }

    /// The branch's position, and the events to leave out.
    struct Plan {
        let base: Position
        let omitted: Set<String>
        let proposals: Int
    }

    /// Replaces the branch's history with one commit with the same state.
    ///
    /// If the project has the setting `retention`, leaves out the events that ``Retention``
    /// selects. The project file gets the id of the new beginning, so that a sync with a clone of
    /// the old history is refused. Writers wait meanwhile, and readers continue. Nothing is packed
    /// afterwards, because that could remove the old objects, and with them the way back.
    ///
    /// Throws a ``Refusal`` if a remote has the branch, because only a push over its history could
    /// land there.
    package func run(isDryRun: Bool = false) throws -> BeginningReport {
        let repository = store.repository
        let branch = store.branch.shorthand
        guard try repository.upstream(of: store.branch) == nil,
            try repository.references(matching: "refs/remotes/*/\(branch)").isEmpty
        else {
            throw Refusal(
                .repository, "Another repository has the branch “\(branch)” too.",
                hint:
                    "Begin anew in that repository, and take that over with `dragoman begin-anew --from REMOTE`. If it is on a hosting service, begin anew in a bare clone, and replace the branch there with Git."
            )
        }
        let author = try Workspace.author(of: repository, host: workspace.host)
        var plan = try plan()
        guard !isDryRun else { return try report(plan, commit: nil) }
        return try workspace.exclusively {
            // The plan was made without the lock. It is still valid if no other process has written
            // since.
            if try Workspace.requireHead(of: store) != plan.base {
                plan = try self.plan()
            }
            try workspace.read { try workspace.refuseUnsigned(in: $0.model) }
            var clock = EventClock(
                last: workspace.project.beginning.flatMap { EventID($0) },
                now: workspace.host.timeOfIDs, random: workspace.host.random)
            let old = try store.file(atPath: ProjectFile.name, in: plan.base) ?? []
            let file = try ProjectFile.bytes(old, beginning: clock.next().description)
            let position = try store.beginAnew(
                at: plan.base, omitting: plan.omitted, projectFile: file,
                message: Self.message(plan), author: author)
            return try self.report(plan, commit: position.commit)
        }
    }

    private static func message(_ plan: Plan) -> String {
        """
        begin anew

        This commit replaces the history before it. \(plan.omitted.count) events are left out.

        """
    }

    private func plan() throws -> Plan {
        try workspace.read { snapshot in
            let base = try snapshot.requirePosition()
            let setting = try snapshot.model.setting(Setting.retention.name).value
            guard let days = setting?.integerValue else {
                return Plan(base: base, omitted: [], proposals: 0)
            }
            try Self.refuseProblems(in: snapshot.model)
            let time = workspace.host.now() - days * 86_400_000
            let limit = EventID.highest(at: UInt64(clamping: time))
            var retention = Retention(before: limit)
            for locale in try snapshot.locales() {
                var filter = ProposalFilter(locale: locale, states: [.rejected, .superseded])
                filter.through = limit
                for string in Set(try snapshot.model.proposals(filter).map(\.string)) {
                    try retention.consider(locale, string, in: snapshot.model)
                }
            }
            if retention.proposals > 0 {
                try snapshot.model.forEachEvent(EventFilter()) { stored in
                    retention.keepReferences(of: stored.event)
                    return true
                }
            }
            return Plan(
                base: base, omitted: Set(retention.omitted.map(\.description)),
                proposals: retention.proposals)
        }
    }

    /// Throws a refusal if lines contradict each other, or if a newer version wrote some of them.
    ///
    /// Their effect on proposals is unknown.
    private static func refuseProblems(in model: ReadModel) throws {
        guard try model.contradictedFiles().isEmpty, try !model.hasUnrecognizedEvents(),
            try model.newerVersion() == nil
        else {
            throw Refusal(
                .repository,
                "The log contains events that contradict each other or that this version does not know.",
                hint: .typed(
                    "`dragoman fsck` lists them. Without the setting retention, nothing is left out and the log can begin anew."
                ))
        }
    }

    func report(_ plan: Plan, commit: String?) throws -> BeginningReport {
        let repository = store.repository
        guard let old = ObjectID(hex: plan.base.commit) else { throw AppendConflict() }
        let keepers = try repository.references(matching: "refs/*").map(\.name)
            .filter { $0 != store.branch }
            .filter { name in
                guard let target = try repository.target(of: name) else { return false }
                return try repository.mergeBase(target, old) != nil
            }
        return BeginningReport(
            commit: commit, previous: plan.base.commit, omittedProposals: plan.proposals,
            omittedEvents: plan.omitted.count, keepers: keepers.map(\.shorthand))
    }
}
