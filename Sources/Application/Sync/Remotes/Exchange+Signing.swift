import EventStore
import Git
import GitEventStore
import Texts
import Translation
import Workspace

extension Exchange {
    /// Refuses to create a commit if either side's settings require signed commits and Git is not
    /// configured to sign.
    ///
    /// The branch must be at `ours`, and the caller must hold the ``WriteLock``. Cost: reads the
    /// events that exist on only one side; if one of them concerns the setting, reads the whole
    /// log.
    func refuseUnsigned(uniting ours: Position, with theirs: Position) throws {
        let workspace = try Workspace.open(store, host: host)
        try workspace.read { try workspace.refuseUnsigned(in: $0.model) }
        // A server decides by its own state of the log, regardless of later changes in the local
        // branch.
        guard try differInSigning(ours, theirs), let there = ObjectID(hex: theirs.commit) else {
            return
        }
        var known = KnownEvents(KnownEvents.Selection())
        try known.add(logOf: there, in: repository)
        try known.add([], known.repetitions(of: []), inLogOf: there, in: repository)
        try workspace.refuseUnsigned(
            in: EventLogState(project: workspace.project, events: known.settingsAsTheyCount))
    }

    private func differInSigning(_ ours: Position, _ theirs: Position) throws -> Bool {
        try store.difference(from: ours, to: theirs).contains { file in
            try [file.old, file.new].compactMap { $0 }.contains { content in
                try Workspace.events(in: store.content(content)).contains { event in
                    guard case .settingChanged(let name, _) = event.payload else { return false }
                    return name.hasSameBytes(as: Setting.signed.name)
                }
            }
        }
    }
}
