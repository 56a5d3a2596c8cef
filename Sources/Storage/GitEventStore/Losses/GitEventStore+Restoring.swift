public import EventStore
import Git

extension GitEventStore {
    /// Adds lines again as ``append(_:expecting:)`` does, in a commit that also has the commits which they are from as parents.
    ///
    /// So every clone sees that the lines were not made by this commit, also where the log of references that knew them
    /// is not, or has expired. Commits that the branch contains already are left out.
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
