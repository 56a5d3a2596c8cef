import Machine
package import ReadModel
import Synchronization
import Workspace

/// Keeps a project's search index up to date on a low-priority thread.
///
/// The index is stored next to the read model. Searches read changes that it lacks from the read
/// model.
package final class SearchKeeper: Sendable {
    /// The work: the number of events since the last update.
    let work = BackgroundWork<Int>(unknown)
    /// The index that searches use, on its own connection.
    private let opened: KeptOpen<SearchIndex>
    private let workers: Workers
    private let job = Mutex<SearchJob?>(nil)

    /// The number of events that stands for any number.
    private static let unknown = Int.max / 2

    init(_ workers: Workers) {
        self.workers = workers
        opened = KeptOpen(workers.idleWork)
    }

    deinit { work.stop() }

    /// The index, or nil if the project is small, or while the index is created.
    package var index: SearchIndex? {
        let (index, isGone) = opened.use { index in
            let isGone = index?.isInPlace == false
            if isGone { index = nil }
            return (index, isGone)
        }
        // The file was damaged, or somebody deleted it.
        if isGone { work.note { $0 = Self.unknown } }
        return index
    }

    /// Returns the number of events since the last update, after another change.
    static func events(_ events: Int?, after change: ProjectWriter.Change) -> Int {
        switch change {
        case .moved: unknown
        case .appended(let new, _): min(unknown, (events ?? 0) + new.count)
        }
    }

    /// Starts the work.
    ///
    /// Call this when the read model is up to date.
    func start(_ writer: ProjectWriter) {
        let job = SearchJob(writer, workers.idleWork, for: opened)
        self.job.withLock { $0 = job }
        work.start(on: workers.background) { try job.run($0) }
    }

    /// Waits until the index includes all changes noted before the call.
    package func waitUntilCurrent() async { await work.waitUntilIdle() }

    /// Closes the connections for updates, which are opened again when they are needed.
    func closeConnections() {
        guard let job = job.withLock({ $0 }) else { return }
        work.run(after: 0) { job.closeConnections() }
    }
}

/// The body of a ``SearchKeeper``'s work.
private final class SearchJob: Sendable {
    private let writer: ProjectWriter
    private let current: KeptOpen<(reader: SnapshotReader, index: SearchIndex)>
    /// The index that searches use.
    private let searched: KeptOpen<SearchIndex>
    /// The number of events after which the project may need an index.
    private let missing = Mutex(0)

    init(_ writer: ProjectWriter, _ budget: ConnectionBudget, for searched: KeptOpen<SearchIndex>) {
        self.writer = writer
        self.searched = searched
        current = KeptOpen(budget)
    }

    /// Updates the index after a number of events, and returns an item to retry if that fails.
    ///
    /// Throws ``ReadModel/NoFile`` if the index cannot be stored.
    func run(_ events: Int) throws -> Int? {
        // Each event adds at most one subject, so a small project stays small for a while.
        let isSmall = missing.withLock { missing in
            missing = max(0, missing - events)
            return missing > 0
        }
        if isSmall { return nil }
        return try current.use { current in
            do {
                let isUsable =
                    current?.reader.isCurrentModel == true && current?.index.isInPlace == true
                if !isUsable { current = nil }
                guard let (reader, index) = try current ?? open() else { return nil }
                current = (reader, index)
                let isCurrent = try index.catchUp(progress: { _, _ in }) { body in
                    try reader.read { try body($0.model) }
                }
                try openForSearches(reader)
                return isCurrent ? nil : events
            } catch let error as ReadModel.NoFile {
                throw error
            } catch {
                current = nil
                return events
            }
        }
    }

    /// Opens the index, or returns nil if the project is small.
    private func open() throws -> (reader: SnapshotReader, index: SearchIndex)? {
        let reader = try writer.makeReaderWaiting()
        let subjects = try reader.read { try $0.model.lastSubject }
        guard let index = try reader.openSearchIndex() else {
            missing.withLock { $0 = max(1, Int(SearchIndex.smallest - subjects)) }
            return nil
        }
        return (reader, index)
    }

    /// Opens a connection for searches, which do not wait for updates.
    private func openForSearches(_ reader: SnapshotReader) throws {
        guard searched.use({ $0?.isInPlace }) != true else { return }
        let new = try reader.openSearchIndex()
        searched.use { $0 = new }
    }

    func closeConnections() { current.close() }
}
