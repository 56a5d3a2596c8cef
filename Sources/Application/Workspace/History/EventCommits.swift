import EventStore
import Git
import GitEventStore
import Texts
public import Translation

/// A commit as a log names it.
public struct CommitName: Hashable, Sendable {
    /// The id.
    public let id: String
    /// The first line of the message.
    public let subject: String
}

extension ProjectScope {
    /// Whether the clone is shallow, so that the commits which brought older events are not here.
    public func isHistoryCut() throws -> Bool { try store.repository.isShallow() }

    /// The commits that brought events into the log, by the events' ids; `path` is the file that an event is in.
    ///
    /// Events that were gathered into another file are followed to the commit that brought them first. What came before
    /// the history of a shallow clone has no commit. Cost: the history back to the oldest of them.
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
            // Lines that the same commit took out of other files were only moved.
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

    /// Files that are named by one of the events first: a gathering takes many away, and most hold the event they are named by.
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
