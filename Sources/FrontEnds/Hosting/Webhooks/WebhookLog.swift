import EventStore
import Git
import GitEventStore
import Machine
import ReadModel
import Translation
import Workspace

/// Reads the events for a webhook from a project's repository, whether or not the project is open.
struct WebhookLog: Sendable {
    /// The path of the repository.
    let path: String
    let host: Host

    /// The maximum number and total size of the events that are read at a time.
    private static let mostEvents = 500
    private static let mostBytes = 1 << 20

    /// The error thrown when the log no longer contains a webhook's position.
    struct UnknownPosition: Error {}

    /// The next events for a webhook.
    struct Batch: Sendable {
        /// The commit that the events lead to.
        let target: String
        /// The events to send, in ascending order of id.
        let events: [StoredEvent]
        /// Whether no other event leads to the target.
        let isLast: Bool
    }

    /// Returns the newest commit of the branch.
    func tip() throws -> String { try Workspace.requireHead(of: store()).commit }

    /// Returns the paths of the files that record the newest commit.
    func tipFiles() throws -> [String] {
        let store = try store()
        let directory = store.repository.commonDirectory
        return ["\(directory)/\(store.branch.rawValue)", "\(directory)/packed-refs"]
    }

    /// Returns true if the log contains a commit.
    func contains(_ commit: String) throws -> Bool {
        do {
            _ = try Self.position(of: commit, in: store())
            return true
        } catch is UnknownPosition {
            return false
        }
    }

    /// Returns the events that a webhook has not delivered yet, or nil if there are no newer
    /// commits.
    ///
    /// Cost: reads the files that differ between the positions. Throws ``UnknownPosition`` if one
    /// of the webhook's commits is not in the repository.
    func batch(after state: WebhookState, for settings: WebhookSettings) throws -> Batch? {
        let store = try store()
        let old = try Self.position(of: state.after, in: store)
        let new =
            try state.target.map { try Self.position(of: $0, in: store) }
            ?? Workspace.requireHead(of: store)
        guard new.commit != old.commit else { return nil }
        let difference = try EventDifference(from: old, to: new, in: store, upTo: .max)
        let wanted = (difference?.came ?? []).filter { stored in
            state.delivered.map { stored.event.id > $0 } ?? true && settings.wants(stored.event)
        }
        var size = 0
        let chosen = wanted.prefix(Self.mostEvents).prefix { stored in
            defer { size += stored.line.count }
            return size < Self.mostBytes
        }
        return Batch(
            target: new.commit, events: Array(chosen), isLast: chosen.count == wanted.count)
    }

    private func store() throws -> GitEventStore {
        try Workspace.store(path, branch: Workspace.defaultBranch, host: host)
    }

    private static func position(of commit: String, in store: GitEventStore) throws -> Position {
        guard let id = ObjectID(hex: commit), try store.repository.objectExists(id) else {
            throw UnknownPosition()
        }
        return try store.position(of: id)
    }
}
