public import EventStore
import GitEventStore
public import ReadModel
public import Translation

/// The events in which two positions of the log differ.
public struct EventDifference: Sendable {
    /// The events that only the newer position has, ascending by id.
    public let came: [StoredEvent]
    /// The ids of the events that only the older position has, ascending.
    public let gone: [EventID]
}

extension Snapshot {
    /// Returns the events in which two positions differ.
    ///
    /// Lines may move from one file to another, so the sides are compared by the ids of events. Lines that are no events are left
    /// out. Cost: the files that differ.
    public func eventDifference(from old: Position, to new: Position) throws -> EventDifference {
        var came: [EventID: StoredEvent] = [:]
        var left: Set<EventID> = []
        for file in try store.difference(from: old, to: new) {
            for stored in try events(in: file.new, at: file.path) { came[stored.event.id] = stored }
            for stored in try events(in: file.old, at: file.path) { left.insert(stored.event.id) }
        }
        return EventDifference(
            came: came.values.filter { !left.contains($0.event.id) }
                .sorted { $0.event.id < $1.event.id },
            gone: left.subtracting(came.keys).sorted())
    }

    private func events(in content: ContentID?, at path: String) throws -> [StoredEvent] {
        guard let content else { return [] }
        return try store.content(content).split(separator: UInt8(ascii: "\n")).compactMap { line in
            guard case .event(let event)? = try? Event.read(line: line) else { return nil }
            return StoredEvent(event: event, line: Array(line), path: path)
        }
    }
}
