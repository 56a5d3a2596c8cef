import Git
import GitEventStore

/// The files outside the log that a commit changed itself, excluding files taken from a parent.
///
/// A commit with one parent changed all files that differ from the parent. A merge changed a file
/// if the file differs from the result of a three-way merge. This is the case if the file differs
/// from every parent. It is also the case if the file equals one parent's version, but another
/// parent has changed the file since the two diverged. The order of the parents therefore does not
/// matter, and a merge cannot revert the branch (`-s ours`, an “evil merge”).
///
/// After criss-cross merges, all best common ancestors must agree. Without a common ancestor, files
/// that differ count as the merge's own changes.
struct OwnChanges {
    private let repository: GitRepository
    private var bases: [[ObjectID]: [ObjectID]] = [:]

    init(in repository: GitRepository) { self.repository = repository }

    /// Returns the paths of the files that the commit changed itself, in byte order.
    ///
    /// `changes` are the differences from each of `parents`, and must be complete. Cost: a search
    /// for common ancestors for each pair of parents with different versions of a file.
    mutating func paths(
        _ changes: [[EntryChange]], to parents: [ObjectID]
    ) throws -> [String] {
        let beside = changes.map { $0.filter { !EventPath.isInLog($0.path) } }
        guard beside.count > 1 else { return beside.first?.map(\.path) ?? [] }
        let byPath = beside.map { changes in
            Dictionary(changes.map { (Array($0.path.utf8), $0) }) { first, _ in first }
        }
        var found: [String] = []
        for path in Set(byPath.flatMap(\.keys)) {
            let isOwn = try parents.indices.contains { index in
                guard let change = byPath[index][path] else { return false }
                let sources = parents.indices.filter { byPath[$0][path] == nil }
                return try !sources.contains { source in
                    try isTakenOver(change, by: parents[index], from: parents[source])
                }
            }
            if isOwn { found.append(String(decoding: path, as: UTF8.self)) }
        }
        return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns true if only `other` has changed the file since it and `parent` diverged.
    ///
    /// A three-way merge would then take the change from `other`.
    private mutating func isTakenOver(
        _ change: EntryChange, by parent: ObjectID, from other: ObjectID
    ) throws -> Bool {
        let pair = [parent, other].sorted()
        let ancestors = try bases[pair] ?? repository.mergeBases(parent, other)
        bases[pair] = ancestors
        return try !ancestors.isEmpty
            && ancestors.allSatisfy { ancestor in
                let entry = try repository.entry(atPath: change.path, in: ancestor)
                let file = entry.flatMap { $0.mode == .directory ? nil : $0 }
                return file?.id == change.old?.id && file?.mode == change.old?.mode
            }
    }
}
