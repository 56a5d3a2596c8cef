public import EventStore
import Git

/// Lines in one log that have the same identity but different bytes.
public struct LineContradiction: Hashable, Sendable {
    /// The identity of the lines.
    public let id: String
    /// The line that was written first and is therefore correct, or `nil` if the order is unknown.
    public let first: LogLine?
    /// The other lines, or all lines if the correct one is unknown.
    public let others: [LogLine]
}

extension GitEventStore {
    /// Returns a contradiction for each identity that several different lines in the log share.
    ///
    /// Cost: reads the whole log and the whole history, or nothing if `ids` is empty.
    public func contradictions(
        of ids: Set<String>, at position: Position
    ) throws -> [LineContradiction] {
        guard !ids.isEmpty else { return [] }
        let commit = try commitID(of: position)
        let lines = try LogSearch(repository: repository).lines(of: ids, by: identity, in: commit)
            .filter { $0.value.count > 1 }
        let origins = try LineOrigins(
            of: Set(lines.values.joined().map { $0.bytes[...] }), in: repository, tip: commit,
            old: nil, others: [])
        return lines.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map {
            id, lines in
            let first = origins.first(of: lines.map { $0.bytes[...] })
            guard first.count == 1,
                let right = lines.first(where: { first.contains($0.bytes[...]) })
            else { return LineContradiction(id: id, first: nil, others: lines) }
            return LineContradiction(id: id, first: right, others: lines.filter { $0 != right })
        }
    }
}
