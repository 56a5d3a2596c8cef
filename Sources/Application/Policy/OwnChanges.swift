import Git
import GitEventStore

/// The files beside the log that a commit changed itself, as opposed to those that it took over from a parent.
///
/// A commit with one parent changed what differs from that parent. A merge is responsible for a file if the result is not what a
/// three-way merge gives: if the file differs from every parent, or if it equals one parent although another one has changed it since
/// the two parted. So it does not matter in which order the parents are named, and a merge cannot set back what the branch had
/// (`-s ours`, an “evil merge”). Where branches were merged crosswise, every best common ancestor must agree. What a history without a common
/// ancestor brings is the merge's own change.
struct OwnChanges {
    private let repository: GitRepository
    private var bases: [[ObjectID]: [ObjectID]] = [:]

    init(in repository: GitRepository) { self.repository = repository }

    /// Returns the paths, in the order of their bytes.
    ///
    /// `changes` are the differences to each of `parents`, and none may be missing. Cost: a search for common ancestors for
    /// each pair of parents that have different versions of a file.
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

    /// Whether a merge gives this change to `parent`, because only `other` has changed the file since they parted.
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
