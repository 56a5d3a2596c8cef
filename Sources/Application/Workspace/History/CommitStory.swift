import EventStore
import Git
import GitEventStore
import Machine
public import ReadModel
public import Translation

/// A commit of the log, with its author, the events that it added and the texts that it changed.
public struct CommitStory: Sendable {
    /// The commit's id.
    public let id: String
    /// The ids of its parents.
    public let parents: [String]
    /// The commit's author.
    public let author: Actor
    /// The author's time in RFC 3339 format, in UTC, with milliseconds.
    public let at: String
    /// The complete commit message.
    public let message: String
    /// The changes since its first parent, or `nil` if a shallow clone lacks that parent.
    public let changes: Changes?

    /// The changes in a commit.
    public struct Changes: Sendable {
        /// The events that the commit added, in ascending order.
        public let events: [StoredEvent]
        /// The authors of the proposals that the events accept, by the id of the acceptance.
        public let proponents: [EventID: Proponent]
        /// The events that the commit removed, in ascending order.
        ///
        /// Events are removed only by direct use of Git.
        public let lost: [StoredEvent]
        /// The texts and proposals that the commit changed.
        public let difference: Difference
    }
}

extension Snapshot {
    /// The object that an id identifies: an event, such as a proposal, or a commit.
    public enum Identified: Sendable {
        /// An event, with its complete id.
        case event(EventID)
        /// A commit, with its complete id.
        case commit(String)
    }

    /// Resolves an id, the beginning or end of an id, or a revision to an event or a commit.
    ///
    /// Throws a ``Refusal`` if the text matches neither, or if an incomplete id matches both.
    public func identify(_ text: String) throws -> Identified {
        let event = Result { try self.event(text) }
        let commit = try? findCommit(text)
        switch (event, commit) {
        case (.success(let event), nil): return .event(event)
        case (.success(let event), let commit?):
            // A complete event id is not ambiguous, because nobody gives a branch such a name.
            guard text.utf8.count < EventID.length else { return .event(event) }
            throw Refusal(
                .ambiguousID, "\(text) is the id of both an event and a commit.",
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

    /// Returns a commit with its changes.
    ///
    /// Cost: computes the difference from its first parent.
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
        let added = try events(from: before, to: position).read { try $0.events().reversed() }
        return CommitStory.Changes(
            events: Array(added), proponents: try proponents(acceptedBy: added.map(\.event)),
            lost: try events(from: position, to: before).read { try $0.events().reversed() },
            difference: try difference(
                from: (commit.parents.first.map { short($0.description) } ?? "nothing", before),
                to: (short(commit.id.description), position)))
    }
}
