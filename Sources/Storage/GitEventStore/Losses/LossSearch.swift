import EventStore
import Git

/// A search for lines that were lost together with their files.
struct LossSearch {
    private let repository: GitRepository
    private let identity: LineIdentity
    private let tip: ObjectID

    /// The lines of the vanished files with their files, in the order in which they were added.
    private var found: [(line: ArraySlice<UInt8>, file: VanishedFile)] = []
    private var known: Set<ArraySlice<UInt8>> = []
    /// The lines that have not been found in the tip yet.
    private var missing: Set<ArraySlice<UInt8>> = []

    init(repository: GitRepository, identity: LineIdentity, tip: ObjectID) {
        self.repository = repository
        self.identity = identity
        self.tip = tip
    }

    /// Adds the lines of vanished files; if a file cannot be read, throws without adding any lines.
    ///
    /// A file that vanished several times is read once. The first commit that removed the file
    /// itself has priority over merges that only adopted the removal.
    mutating func add(_ files: [VanishedFile]) throws {
        var seen: Set<Seen> = []
        var new: [(line: ArraySlice<UInt8>, file: VanishedFile)] = []
        for file in files.filter({ !$0.isTakenOver }) + files.filter(\.isTakenOver) {
            guard seen.insert(Seen(path: file.path, content: file.content)).inserted,
                try repository.entry(atPath: file.path, in: tip)?.id != file.content
            else { continue }
            new += LogFile.lines(of: try repository.readBlob(file.content)).map { ($0, file) }
        }
        for (line, file) in new where known.insert(line).inserted {
            found.append((line, file))
            missing.insert(line)
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

    /// Looks for the lines in the tip: first in files that differ from `old`, then in the rest.
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

    // MARK: Missing lines

    private struct Gone {
        let line: ArraySlice<UInt8>
        let file: VanishedFile
        let id: String?
    }

    /// Returns the missing lines that should be in the tip.
    ///
    /// If the line that counts in the tip was already in `old`, it takes priority over lines that
    /// are not in `old`.
    func losses(since old: ObjectID?) throws -> [LostEvent] {
        guard !missing.isEmpty else { return [] }
        let gone = found.filter { missing.contains($0.line) }.map { line, file in
            Gone(line: line, file: file, id: identity.exact(line))
        }
        let byID = Dictionary(grouping: gone.filter { $0.id != nil }) { $0.id ?? "" }
        let standing = try LogSearch(repository: repository)
            .lines(of: Set(byID.keys), by: identity, in: tip)
        let rivals = byID.mapValues { $0.map(\.line) }.merging(
            standing.mapValues { $0.map { $0.bytes[...] } }, uniquingKeysWith: +)
        let contested = rivals.filter { $0.value.count > 1 }
        guard !contested.isEmpty else {
            return gone.map { lostEvent($0, .lost, standing: []) }
        }
        let origins = try LineOrigins(
            of: Set(contested.values.joined()), in: repository, tip: tip, old: old,
            others: gone.filter { contested[$0.id ?? ""] != nil }.map(\.file.before))
        return gone.compactMap { gone in
            guard let id = gone.id, let lines = contested[id] else {
                return lostEvent(gone, .lost, standing: [])
            }
            let standing = standing[id] ?? []
            return Self.kind(of: gone.line, among: lines, standing, origins, isCompared: old != nil)
                .map { lostEvent(gone, $0, standing: standing) }
        }
    }

    /// Returns the kind of loss for a line that has rival lines, or `nil` if the line should be
    /// missing.
    private static func kind(
        of line: ArraySlice<UInt8>, among lines: [ArraySlice<UInt8>], _ standing: [LogLine],
        _ origins: LineOrigins, isCompared: Bool
    ) -> LostEvent.Kind? {
        // If the tip has several lines with one identity, the smallest line counts.
        let counting = standing.map { $0.bytes[...] }.min { $0.lexicographicallyPrecedes($1) }
        if let counting, isCompared, origins.wasThere(counting), !origins.wasThere(line) {
            return nil
        }
        let first = origins.first(of: lines)
        guard first.contains(line) else { return nil }
        guard first.count > 1 else { return standing.isEmpty ? .lost : .altered }
        if let counting {
            if isCompared {
                // A line that did not count in `old` is not lost, and pushing does not settle the
                // order.
                if origins.wasThere(counting), counting.lexicographicallyPrecedes(line) {
                    return nil
                }
            } else if standing.contains(where: {
                first.contains($0.bytes[...]) && origins.stoodBeside($0.bytes[...], line)
            }) {
                return nil
            }
        }
        return .undecided
    }

    private func lostEvent(
        _ gone: Gone, _ kind: LostEvent.Kind, standing: [LogLine]
    ) -> LostEvent {
        let file = gone.file
        let isKnown = file.commit != nil || file.move != nil
        return LostEvent(
            kind: kind, id: gone.id, path: GitEventStore.pathInLog(file.path),
            line: Array(gone.line), lastSeen: isKnown ? file.before.description : nil,
            commit: file.commit?.description, move: file.move, standing: standing)
    }
}
