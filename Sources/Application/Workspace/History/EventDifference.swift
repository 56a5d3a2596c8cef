public import EventStore
import GitEventStore
public import ReadModel
public import Translation

/// The difference between two positions in the log, as events.
public struct EventDifference: Sendable {
    /// The events that exist only at the newer position, in ascending order of id.
    public let came: [StoredEvent]
    /// The ids of the events that exist only at the older position, in ascending order.
    public let gone: [EventID]

    /// Compares two positions of a log.
    ///
    /// If the files that differ are larger than `bytes` bytes in total, returns `nil` without
    /// reading them.
    package init?(
        from old: Position, to new: Position, in store: some EventStore, upTo bytes: Int
    ) throws {
        let files = try store.difference(from: old, to: new)
        var size = 0
        for content in files.flatMap({ [$0.old, $0.new] }).compactMap(\.self) {
            size += try store.size(content)
            guard size <= bytes else { return nil }
        }
        try self.init(files, in: store)
    }

    /// Compares the lines of files.
    ///
    /// Lines may move from one file to another, so the positions are compared by event id. Lines
    /// that are not events are ignored.
    package init(_ files: [FileDifference], in store: some EventStore) throws {
        var came: [EventID: StoredEvent] = [:]
        var left: Set<EventID> = []
        for file in files {
            for stored in try Self.events(in: file.new, at: file.path, of: store) {
                came[stored.event.id] = stored
            }
            for stored in try Self.events(in: file.old, at: file.path, of: store) {
                left.insert(stored.event.id)
            }
        }
        self.came = came.values.filter { !left.contains($0.event.id) }
            .sorted { $0.event.id < $1.event.id }
        gone = left.subtracting(came.keys).sorted()
    }

    /// Returns the events in a file, in its order.
    package static func events(
        in content: ContentID?, at path: String, of store: some EventStore
    ) throws -> [StoredEvent] {
        guard let content else { return [] }
        return try store.content(content).split(separator: UInt8(ascii: "\n")).compactMap { line in
            guard case .event(let event)? = try? Event.read(line: line) else { return nil }
            return StoredEvent(event: event, line: Array(line), path: path)
        }
    }
}

extension Snapshot {
    /// Returns the events that differ between two positions.
    ///
    /// Cost: reads the files that differ.
    public func eventDifference(from old: Position, to new: Position) throws -> EventDifference {
        try EventDifference(try store.difference(from: old, to: new), in: store)
    }
}
