import EventStore
import Git
import GitEventStore
import Texts
public import Translation

/// A commit, with the subject line that a log shows.
public struct CommitName: Hashable, Sendable {
    /// The id of the commit.
    public let id: String
    /// The first line of the message.
    public let subject: String
}

extension ProjectScope {
    /// Returns true if the clone is shallow, so that the commits of older events are missing.
    public func isHistoryCut() throws -> Bool { try store.repository.isShallow() }

    /// Returns the commits that added events to the log, by event id.
    ///
    /// Each `path` is the file that contains the event. The history is read backwards from
    /// `moments`.
    ///
    /// Events that were gathered into another file are traced to the commit that first added them.
    /// If a shallow clone lacks that commit, the event is left out. Cost: reads the history back to
    /// the oldest of these commits.
    public func commits(
        bringing events: [(path: String, id: EventID)], before moments: [Moment]
    ) throws -> [EventID: CommitName] {
        var wanted: [Value.Text: Set<EventID>] = [:]
        for event in events { wanted[Value.Text(event.path), default: []].insert(event.id) }
        guard !wanted.isEmpty else { return [:] }
        let positions = try moments.map { moment in
            if case .revision(let revision) = moment { return try position(of: revision) }
            return try Workspace.requireHead(of: store)
        }
        var found: [EventID: CommitName] = [:]
        var count = 0
        try store.forEachAddition(before: positions) { path, commit in
            count += 1
            reportProgress?("Reading history", count, count + wanted.count)
            guard var ids = wanted.removeValue(forKey: Value.Text(path)) else { return true }
            // If the same commit removed a line from another file, the line was only moved.
            for file in Self.likelyFirst(commit.removed, ids) where !ids.isEmpty {
                let moved = try ids.intersection(
                    Workspace.events(in: store.content(file.content)).map(\.id))
                guard !moved.isEmpty else { continue }
                wanted[Value.Text(file.path), default: []].formUnion(moved)
                ids.subtract(moved)
            }
            for id in ids { found[id] = CommitName(id: commit.id, subject: commit.subject) }
            return !wanted.isEmpty
        }
        reportProgress?("Reading history", count, count)
        return found
    }

    /// Moves the files that are named after one of the events to the front.
    ///
    /// Gathering removes many files, and an event is usually in the file named after it.
    private static func likelyFirst(
        _ files: [(path: String, content: ContentID)], _ ids: Set<EventID>
    ) -> [(path: String, content: ContentID)] {
        let names = Set(ids.map { "\($0).jsonl" })
        func isLikely(_ path: String) -> Bool {
            names.contains(
                String(
                    path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]))
        }
        return files.filter { isLikely($0.path) } + files.filter { !isLikely($0.path) }
    }
}
