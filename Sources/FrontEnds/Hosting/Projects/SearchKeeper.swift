import Dispatch
package import ReadModel
import Synchronization
import Workspace

/// Keeps a project's search index up to date on a low-priority thread.
///
/// The index is stored next to the read model. Searches read changes that it lacks from the read
/// model.
package final class SearchKeeper: Sendable {
    let work = BackgroundWork<Void>(())
    private let opened = Opened()

    /// The index that searches use, on its own connection.
    fileprivate final class Opened: Sendable {
        let index = Mutex<SearchIndex?>(nil)
    }

    init() {}

    deinit { work.stop() }

    /// The index, or nil if the project is small, or while the index is created.
    package var index: SearchIndex? {
        let (index, isGone) = opened.index.withLock { index in
            let isGone = index?.isInPlace == false
            if isGone { index = nil }
            return (index, isGone)
        }
        // The file was damaged, or somebody deleted it.
        if isGone { work.note { $0 = () } }
        return index
    }

    /// Starts the thread.
    ///
    /// Call this when the read model is up to date.
    func start(_ writer: ProjectWriter) {
        BackgroundThread.start { [work, opened] in
            SearchThread(writer: writer, work: work, opened: opened).run()
        }
    }

    /// Waits until the index includes all changes noted before the call.
    package func waitUntilCurrent() async { await work.waitUntilIdle() }
}

/// The body of a ``SearchKeeper``'s thread.
private struct SearchThread {
    let writer: ProjectWriter
    let work: BackgroundWork<Void>
    let opened: SearchKeeper.Opened

    /// The longest pause after an update, in seconds, which is otherwise as long as the update.
    private static let longestPause = 1.0
    /// The first and the longest delay before a retry, in seconds.
    private static let (firstRetry, lastRetry) = (0.2, 30.0)

    func run() {
        var current: (reader: SnapshotReader, index: SearchIndex?)?
        var retry = Self.firstRetry
        func tryAgain() {
            work.finish(leaving: ())
            work.pause(retry)
            retry = min(retry * 2, Self.lastRetry)
        }
        while case .work = work.take() {
            let start = DispatchTime.now().uptimeNanoseconds
            do {
                let isUsable =
                    current?.reader.isCurrentModel == true && current?.index?.isInPlace != false
                let known = isUsable ? current : nil
                let reader = try known?.reader ?? writer.makeReaderWaiting()
                // A project without an index is small, but may have grown.
                let index = try known?.index ?? reader.openSearchIndex()
                current = (reader, index)
                if let index {
                    let isCurrent = try index.catchUp(progress: { _, _ in }) { body in
                        try reader.read { try body($0.model) }
                    }
                    try open(reader)
                    guard isCurrent else {
                        tryAgain()
                        continue
                    }
                }
                work.finish()
                retry = Self.firstRetry
            } catch is ReadModel.NoFile {
                return work.stop()
            } catch {
                current = nil
                tryAgain()
                continue
            }
            let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
            if seconds > 0.05 { work.yield(min(seconds, Self.longestPause)) }
        }
    }

    /// Opens a connection for searches, which do not wait for updates.
    private func open(_ reader: SnapshotReader) throws {
        let index = opened.index.withLock { $0 }
        guard index?.isInPlace != true else { return }
        let new = try reader.openSearchIndex()
        opened.index.withLock { $0 = new }
    }
}
