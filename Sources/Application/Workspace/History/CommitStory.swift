import EventStore
import Git
import GitEventStore
import Machine
public import ReadModel
public import Translation

/// A commit of the log: who made it, which events it brought, and which texts read otherwise since.
public struct CommitStory: Sendable {
    /// The commit's id.
    public let id: String
    /// The ids of the commits that it continues.
    public let parents: [String]
    /// Who made it.
    public let author: Actor
    /// When, RFC 3339, UTC, milliseconds.
    public let at: String
    /// The whole message.
    public let message: String
    /// What it changed with respect to its first parent; `nil` where that is not in a shallow clone.
    public let changes: Changes?

    /// What a commit changed.
    public struct Changes: Sendable {
        /// The events that it brought, ascending.
        public let events: [StoredEvent]
        /// The events that it took away, which only plain Git does, ascending.
        public let lost: [StoredEvent]
        /// The texts and proposals that differ.
        public let difference: Difference
    }
}

extension Snapshot {
    /// What a person means by an id: an event, or a proposal, which is one; or a commit.
    public enum Identified: Sendable {
        /// An event.
        case event(EventID)
        /// A commit, by its whole id.
        case commit(String)
    }

    /// Finds out whether an id, or a part of one, or the name of a revision means an event or a commit.
    ///
    /// Throws a ``Refusal`` where it means neither, or both.
    public func identify(_ text: String) throws -> Identified {
        let event = Result { try self.event(text) }
        let commit = try? findCommit(text)
        switch (event, commit) {
        case (.success(let event), nil): return .event(event)
        case (.success(let event), let commit?):
            // A whole id is one: nobody names a branch so.
            guard text.utf8.count < EventID.length else { return .event(event) }
            throw Refusal(
                .ambiguousID, "\(text) is both the id of an event and of a commit.",
                hint: "Give more characters, or write \(text)^{commit} for the commit.",
                nearest: [event.description, commit.description])
        case (.failure(let refusal as Refusal), let commit?):
            guard refusal.code != .ambiguousID else { throw refusal }
            return .commit(commit.description)
        case (.failure(let refusal as Refusal), nil):
            guard refusal.code != .ambiguousID else { throw refusal }
            let unknown = UnknownRevision(text, in: log)
            throw Refusal(
                .unknownID, "There is no event, proposal or commit \(text).",
                hint: .listIDsAndCommits(fetching: try unknown.fetch()),
                nearest: try unknown.nearestNames())
        case (.failure(let error), _): throw error
        }
    }

    /// What a commit brought.
    ///
    /// Cost: what differs from its first parent.
    public func commitStory(_ id: String) throws -> CommitStory {
        let position = try position(of: id)
        let commit = try store.repository.commit(commit(of: id))
        return CommitStory(
            id: commit.id.description, parents: commit.parents.map(\.description),
            author: Actor(name: commit.author.name, email: commit.author.email),
            at: Timestamp.text(seconds: commit.author.secondsSinceEpoch),
            message: commit.message, changes: try changes(of: commit, at: position))
    }

    private func changes(
        of commit: Commit, at position: Position
    ) throws -> CommitStory.Changes? {
        var before = Position(
            tree: ObjectID.emptyTree.description, commit: ObjectID.emptyTree.description)
        if let parent = commit.parents.first {
            guard try store.repository.objectExists(parent) else { return nil }
            before = try store.position(of: parent)
        }
        let short = { (id: String) in String(id.prefix(12)) }
        return CommitStory.Changes(
            events: try events(from: before, to: position).read { try $0.events().reversed() },
            lost: try events(from: position, to: before).read { try $0.events().reversed() },
            difference: try difference(
                from: (commit.parents.first.map { short($0.description) } ?? "nothing", before),
                to: (short(commit.id.description), position)))
    }
}
