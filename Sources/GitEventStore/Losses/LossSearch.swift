import EventStore
import Git

/// Finds out which lines of files that are gone are gone with them.
struct LossSearch {
    private let repository: GitRepository
    private let identity: LineIdentity
    private let tip: ObjectID

    /// Where lines were seen: the best record of each, in the order in which they came.
    private var records: [ArraySlice<UInt8>: Int] = [:]
    private var found: [(line: ArraySlice<UInt8>, file: VanishedFile)] = []
    /// The lines that were not found in the tip so far.
    private var missing: Set<ArraySlice<UInt8>> = []

    init(repository: GitRepository, identity: LineIdentity, tip: ObjectID) throws {
        self.repository = repository
        self.identity = identity
        self.tip = tip
    }

    /// Takes in files that are gone, the likeliest culprits first.
    ///
    /// A file that came and went many times is read once: the first commit that took it away by itself is kept.
    mutating func add(_ files: [VanishedFile]) throws {
        var seen: Set<Seen> = []
        for file in files.filter({ !$0.isTakenOver }) + files.filter(\.isTakenOver) {
            guard seen.insert(Seen(path: file.path, content: file.content)).inserted,
                try repository.entry(atPath: file.path, in: tip)?.id != file.content
            else { continue }
            for line in LogFile.lines(of: try repository.readBlob(file.content))
            where records[line] == nil {
                records[line] = found.count
                found.append((line, file))
                missing.insert(line)
            }
        }
    }

    private struct Seen: Hashable {
        let path: TreeUnion.PathBytes
        let content: ObjectID

        init(path: String, content: ObjectID) {
            self.path = .init(path)
            self.content = content
        }
    }

    /// Looks for the lines in the tip: first in what it has and `old` lacks, then in the rest.
    mutating func find(since old: ObjectID?) throws {
        var read: Set<ObjectID> = []
        if let old {
            let changes = try repository.changes(
                from: old, to: tip, under: GitEventStore.eventsDirectory)
            for change in changes where GitEventStore.isLogFile(change.path) && !missing.isEmpty {
                guard let new = change.new, change.old != new, read.insert(new).inserted else {
                    continue
                }
                missing.subtract(LogFile.lines(of: try repository.readBlob(new)))
            }
        }
        guard !missing.isEmpty else { return }
        try LogSearch(repository: repository).remove(&missing, from: tip, besides: read)
    }

    /// What became of the lines that were not found.
    func losses(since old: ObjectID?) throws -> [LostEvent] {
        guard !missing.isEmpty else { return [] }
        let gone = found.filter { missing.contains($0.line) }.map { line, file in
            (line: line, file: file, id: identity.exact(line))
        }
        let ids = Set(gone.compactMap(\.id))
        let standing = try LogSearch(repository: repository)
            .smallestLines(of: ids, by: identity, in: tip)
        let origins = LineOrigins(repository: repository, tip: tip, old: old)
        return try gone.compactMap { line, file, id in
            var kind = LostEvent.Kind.lost
            if let id, let other = standing[id] {
                guard try !origins.isRight(other, insteadOf: line) else { return nil }
                kind = .altered
            }
            return LostEvent(
                kind: kind, id: id, path: GitEventStore.pathInLog(file.path), line: Array(line),
                lastSeen: file.commit == nil ? nil : file.before.description,
                commit: file.commit?.description)
        }
    }
}
