public import EventStore
import Git

extension GitEventStore {
    /// Restores lines as ``append(_:expecting:)`` does, in a commit whose parents include the
    /// commits that the lines come from.
    ///
    /// Every clone then sees that this commit did not create the lines, even if the reflog that
    /// contained them is missing or has expired. Commits that the branch already contains are
    /// omitted.
    public func restore(
        _ addition: Addition, from commits: Set<String>, expecting head: Position
    ) throws -> Position {
        try advance(from: head, message: addition.message, author: addition.author) { parent in
            var others: [ObjectID] = []
            for id in commits.compactMap(ObjectID.init(hex:)).sorted()
            where try !repository.isAncestor(id, of: parent) {
                others.append(id)
            }
            let newest = try others.filter { id in
                try !others.contains { try $0 != id && repository.isAncestor(id, of: $0) }
            }
            return try commit(
                addition, on: parent, besides: newest, in: .loose(in: repository))
        }.position
    }
}
