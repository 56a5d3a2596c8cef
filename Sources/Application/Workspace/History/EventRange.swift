import EventStore
import Git
import GitEventStore
public import ReadModel
import Translation

/// The events in a range of revisions.
public struct EventRange: Sendable {
    /// A projection of these events alone.
    public let events: Projection
    /// The ends of the range: the states that contain the events.
    public let ends: [Moment]
}

extension ProjectScope {
    /// Returns the events in a range of revisions, or `nil` for a single revision.
    ///
    /// `A..B` selects the events in B that are not in A. `A...B` selects the events that exist on
    /// only one side. An empty side means the tip. Cost: reads the files that differ between the
    /// sides, regardless of the number of commits.
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

    /// Returns a projection of the events at one position that are missing at another.
    func events(from old: Position?, to new: Position) throws -> Projection {
        try .inMemory(project: project, files: lines(from: old, to: new))
    }

    /// Returns the lines at one position that are missing at another, by file.
    ///
    /// Lines that only moved from one file to another, as in gathering, exist at both positions.
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
