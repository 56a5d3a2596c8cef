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

    /// Compares two positions of a log.
    ///
    /// Returns nil if more than so many bytes of files differ, before it reads them.
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
    /// Lines may move from one file to another, so the sides are compared by the ids of events. Lines that are no events are left
    /// out.
    fileprivate init(_ files: [FileDifference], in store: some EventStore) throws {
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

    private static func events(
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
    /// Returns the events in which two positions differ.
    ///
    /// Cost: the files that differ.
    public func eventDifference(from old: Position, to new: Position) throws -> EventDifference {
        try EventDifference(try store.difference(from: old, to: new), in: store)
    }
}
