public import EventStore
import Git

extension GitEventStore {
    /// A commit that added a log file, with the files that it removed.
    public struct AddingCommit: Sendable {
        /// The commit.
        public let id: String
        /// The first line of its message.
        public let subject: String
        /// The contents of the files that it removed, by path below the log's root.
        public let removed: [(path: String, content: ContentID)]
    }

    /// Calls `body` with each file that was added in the history of `positions`, until `body`
    /// returns `false`.
    ///
    /// Paths are relative to the log's root. Commits come before their parents. A merge adds only
    /// the files that exist in none of its parents. In a shallow clone, the files added by the
    /// oldest commits are unknown, and are omitted. Cost: reads every commit and its changes.
    public func forEachAddition(
        before positions: [Position], _ body: (String, AddingCommit) throws -> Bool
    ) throws {
        let tips = positions.compactMap { ObjectID(hex: $0.commit) }
        var failure: (any Error)?
        try repository.forEachCommit(from: tips) { commit throws(GitError) in
            let parents = commit.parents
            for parent in parents where try !repository.objectExists(parent) { return .continue }
            let changes = try repository.changes(
                from: parents.first, to: commit.id, under: Self.eventsDirectory)
            var added: [String] = []
            for change in changes where change.new != nil && change.old == nil {
                if try !isThere(change.path, in: parents.dropFirst()) { added.append(change.path) }
            }
            guard !added.isEmpty else { return .continue }
            let adding = AddingCommit(
                id: commit.id.description, subject: commit.subject,
                removed: changes.compactMap { change in
                    change.new == nil
                        ? change.old.map { (Self.pathInLog(change.path), ContentID($0)) } : nil
                })
            do {
                for path in added where try !body(Self.pathInLog(path), adding) {
                    return .stop
                }
            } catch {
                failure = error
                return .stop
            }
            return .continue
        }
        if let failure { throw failure }
    }

    private func isThere(
        _ path: String, in commits: ArraySlice<ObjectID>
    ) throws(GitError) -> Bool {
        for commit in commits where try repository.entry(atPath: path, in: commit) != nil {
            return true
        }
        return false
    }
}
