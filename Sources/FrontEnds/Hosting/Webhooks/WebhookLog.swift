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

    /// The events that a webhook has not delivered yet, up to a commit.
    ///
    /// The events themselves are read when they are sent, because there may be millions.
    struct Backlog: Sendable {
        /// The commit that the events lead to.
        let target: String
        /// The events to send, in ascending order of id, with the files that contain them.
        fileprivate let events: [(id: EventID, file: ContentID)]

        var count: Int { events.count }
    }

    /// The error thrown when a file no longer has the events that it had.
    struct MissingEvent: Error {
        let id: EventID
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
    func backlog(after state: WebhookState, for settings: WebhookSettings) throws -> Backlog? {
        let store = try store()
        let old = try Self.position(of: state.after, in: store)
        let new =
            try state.target.map { try Self.position(of: $0, in: store) }
            ?? Workspace.requireHead(of: store)
        guard new.commit != old.commit else { return nil }
        let difference = try store.difference(from: old, to: new)
        let files = Dictionary(difference.map { ($0.path, $0.new) }) { $1 }
        let wanted = try EventDifference(difference, in: store).came.compactMap { stored in
            guard state.delivered.map({ stored.event.id > $0 }) ?? true,
                settings.wants(stored.event), let file = files[stored.path] ?? nil
            else { return nil as (id: EventID, file: ContentID)? }
            return (stored.event.id, file)
        }
        return Backlog(target: new.commit, events: wanted)
    }

    /// Returns the next events of a backlog, beginning with an index.
    ///
    /// Cost: reads the files that contain the events.
    func events(of backlog: Backlog, from start: Int) throws -> [StoredEvent] {
        let store = try store()
        let wanted = backlog.events[start...].prefix(Self.mostEvents)
        var found: [EventID: StoredEvent] = [:]
        for file in Set(wanted.map(\.file)) {
            for stored in try EventDifference.events(in: file, at: "", of: store) {
                found[stored.event.id] = stored
            }
        }
        var size = 0
        var events: [StoredEvent] = []
        for (id, _) in wanted where size < Self.mostBytes {
            guard let stored = found[id] else { throw MissingEvent(id: id) }
            size += stored.line.count
            events.append(stored)
        }
        return events
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
