import Synchronization

/// A log in memory, for tests and experiments.
public final class InMemoryEventStore: EventStore {
    private struct Log {
        var positions: [Position: [String: ContentID]] = [:]
        var contents: [ContentID: [UInt8]] = [:]
        var head: Position
        var count = 0
    }

    private let log: Mutex<Log>

    /// Creates an empty log.
    public init() {
        let start = Position(tree: "0", commit: "0")
        log = Mutex(Log(positions: [start: [:]], head: start))
    }

    /// Returns the newest position.
    public func head() -> Position? {
        log.withLock { $0.head }
    }

    /// Compares two positions in this log; throws ``UnknownPosition`` for any other position.
    public func difference(
        from old: Position?, to new: Position, folders: [String]?
    ) throws -> [FileDifference] {
        try log.withLock { log in
            guard let after = log.positions[new], let before = old.map({ log.positions[$0] }) ?? [:]
            else { throw UnknownPosition() }
            return Set(before.keys).union(after.keys).sorted().compactMap { path in
                let isWanted = folders?.contains { path.hasPrefix($0 + "/") } ?? true
                guard isWanted, before[path] != after[path] else { return nil }
                return FileDifference(path: path, old: before[path], new: after[path])
            }
        }
    }

    /// Returns the contents of an added file; throws ``UnknownPosition`` for an unknown id.
    public func content(_ id: ContentID) throws -> [UInt8] {
        try log.withLock { log in
            guard let content = log.contents[id] else { throw UnknownPosition() }
            return content
        }
    }

    /// Adds files, or throws ``AppendConflict``.
    public func append(_ addition: Addition, expecting head: Position) throws -> Appended {
        try log.withLock { log in
            guard log.head == head else { throw AppendConflict() }
            var files = log.positions[head] ?? [:]
            var added: [FileDifference] = []
            for file in addition.files {
                let path = "\(file.folder)/\(file.name).jsonl"
                let content = Self.store(file.content, in: &log)
                added.append(FileDifference(path: path, old: files[path], new: content))
                files[path] = content
            }
            return Appended(position: Self.advance(&log, to: files), files: added)
        }
    }

    /// Removes files, as a user of plain Git could.
    public func remove(paths: Set<String>) {
        log.withLock { log in
            let files = (log.positions[log.head] ?? [:]).filter { !paths.contains($0.key) }
            _ = Self.advance(&log, to: files)
        }
    }

    private static func store(_ content: [UInt8], in log: inout Log) -> ContentID {
        let known = log.contents.first { $0.value == content }?.key
        let id = known ?? ContentID("c\(log.contents.count)")
        log.contents[id] = content
        return id
    }

    private static func advance(_ log: inout Log, to files: [String: ContentID]) -> Position {
        log.count += 1
        let tree = log.positions.first { $0.value == files }?.key.tree ?? "\(log.count)"
        let position = Position(tree: tree, commit: "\(log.count)")
        log.positions[position] = files
        log.head = position
        return position
    }

    /// The error thrown for a position or content id that never existed in this log.
    public struct UnknownPosition: Error {}
}
