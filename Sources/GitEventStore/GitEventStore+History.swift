public import EventStore
import Git

extension GitEventStore {
    /// A file of the log that a commit took away or changed.
    public struct LostFile: Sendable {
        /// The path below the log's root.
        public let path: String
        /// What it held.
        public let content: ContentID
        /// The commit that took it away.
        public let commit: String
    }

    /// The files that an ancestor of `position` has and one of its children lacks.
    ///
    /// Whether their lines still stand in other files is for the caller to find out. Cost: the commits, and what
    /// each changed.
    public func lostFiles(before position: Position) throws -> [LostFile] {
        guard let tip = ObjectID(hex: position.commit) else { return [] }
        var lost: [LostFile] = []
        try repository.forEachCommit(from: [tip]) { commit throws(GitError) in
            // The oldest commits of a shallow repository name parents that are not there.
            for parent in commit.parents where try repository.objectExists(parent) {
                let changes = try repository.changes(
                    from: parent, to: commit.id, under: Self.eventsDirectory)
                for change in changes {
                    guard let old = change.old, change.old != change.new else { continue }
                    lost.append(
                        LostFile(
                            path: String(change.path.dropFirst(Self.eventsDirectory.count + 1)),
                            content: ContentID(old), commit: commit.id.description))
                }
            }
            return .continue
        }
        return lost
    }
}
