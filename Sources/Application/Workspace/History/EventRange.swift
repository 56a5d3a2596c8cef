import EventStore
import Git
import GitEventStore
public import ReadModel
import Translation

/// The events that a range of revisions is about.
public struct EventRange: Sendable {
    /// A projection of them and nothing else.
    public let events: Projection
    /// The states that have them.
    public let ends: [Moment]
}

extension ProjectScope {
    /// The events that a range of revisions is about; `nil` for a single revision.
    ///
    /// Of `A..B` those that B has and A lacks, of `A...B` those that only one of the two has; an empty side is the
    /// tip. Cost: the files in which the two differ, not what lies between them.
    public func events(inRange range: String) throws -> EventRange? {
        switch RevisionRange(range) {
        case .single: return nil
        case .range(let from, let to):
            return EventRange(
                events: try events(from: position(of: from), to: position(of: to)),
                ends: [.revision(to)])
        case .symmetric(let left, let right):
            let (from, to) = (try position(of: left), try position(of: right))
            let files = try lines(from: from, to: to) + lines(from: to, to: from)
            return EventRange(
                events: try .inMemory(project: project, files: files),
                ends: [.revision(left), .revision(right)])
        }
    }

    /// The events that one position has and another lacks, as a projection of nothing else.
    func events(from old: Position?, to new: Position) throws -> Projection {
        try .inMemory(project: project, files: lines(from: old, to: new))
    }

    /// The lines that one position has and another lacks, by file.
    ///
    /// Lines that were only moved from one file to another, as gathering does, are in both.
    func lines(
        from old: Position?, to new: Position
    ) throws -> [(path: String, content: [UInt8])] {
        let differences = try store.difference(from: old, to: new)
        let newline = UInt8(ascii: "\n")
        let known = try Set(
            differences.compactMap(\.old).flatMap {
                try store.content($0).split(separator: newline)
            })
        return try differences.compactMap { file in
            guard let content = file.new else { return nil }
            let lines = try store.content(content).split(separator: newline)
            return (
                file.path, Array(lines.filter { !known.contains($0) }.joined(separator: [newline]))
            )
        }
    }
}
