import Machine
package import Memory
import ReadModel
import Synchronization
package import Texts
import Translation
import Workspace

/// Keeps a project's translation memory up to date on a low-priority thread, and looks up texts in
/// it.
///
/// The memory is stored next to the read model.
///
/// While the memory is behind, lookups use the texts from an earlier position, or find none.
package final class MemoryKeeper: Sendable {
    /// The work, which the writer adds to.
    ///
    /// The writer does not retain the keeper, because the keeper's deinitializer stops the work.
    let work = BackgroundWork<Void>(())
    /// The memory that lookups use, on its own connection.
    private let opened: KeptOpen<TranslationMemory>
    private let lookups: WorkerLane
    private let workers: Workers
    private let started = Mutex<(writer: ProjectWriter, job: MemoryJob)?>(nil)

    init(_ workers: Workers) {
        self.workers = workers
        opened = KeptOpen(workers.idleWork)
        lookups = WorkerLane(on: workers.readers)
    }

    deinit { work.stop() }

    /// Starts the work.
    ///
    /// Call this when the read model is up to date.
    func start(_ writer: ProjectWriter) {
        let job = MemoryJob(writer, workers.idleWork)
        started.withLock { $0 = (writer, job) }
        work.start(on: workers.background) { try job.run() }
    }

    /// Closes the connections, which are opened again when they are needed.
    func closeConnections() {
        opened.close()
        guard let job = started.withLock({ $0?.job }) else { return }
        work.run(after: 0) { job.closeConnections() }
    }

    /// Waits until the memory includes all changes noted before the call.
    ///
    /// Returns immediately if the memory cannot be stored.
    package func waitUntilCurrent() async { await work.waitUntilIdle() }

    /// Returns the best translations of similar texts; see ``Memory/TranslationMemory``.
    ///
    /// A project's lookups run one at a time. If the memory cannot be opened, returns no matches,
    /// because pages must work without it.
    package func matches(
        for text: String, source: LanguageTag, target: LanguageTag, section: String?, key: String?,
        minimum: Int, limit: Int
    ) async -> [MemoryMatch] {
        guard let memory = try? await memory() else { return [] }
        return await withCheckedContinuation { answer in
            lookups.async {
                let found = try? memory.matches(
                    for: text, source: source, target: target, section: section, key: key,
                    minimum: minimum, limit: limit)
                answer.resume(returning: found ?? [])
            }
        }
    }

    /// Returns the open memory, and opens it if necessary, for example because its file was
    /// deleted.
    private func memory() async throws -> TranslationMemory? {
        if let memory = opened.use({ $0 }), memory.isCurrent { return memory }
        let reader = try await started.withLock { $0?.writer }?.makeReader()
        let memory = try reader.map { try TranslationMemory($0) }
        opened.use { $0 = memory }
        return memory
    }
}

/// The body of a ``MemoryKeeper``'s work.
private final class MemoryJob: Sendable {
    private let writer: ProjectWriter
    private let opened: KeptOpen<(reader: SnapshotReader, memory: TranslationMemory)>

    init(_ writer: ProjectWriter, _ budget: ConnectionBudget) {
        self.writer = writer
        opened = KeptOpen(budget)
    }

    func closeConnections() { opened.close() }

    /// Updates the memory, and returns an item to retry if that fails.
    ///
    /// Throws ``ReadModel/NoFile`` if the memory cannot be stored.
    func run() throws -> Void? {
        try opened.use { opened in
            do {
                if opened.map({ !$0.memory.isCurrent || !$0.reader.isCurrentModel }) ?? true {
                    let reader = try writer.makeReaderWaiting()
                    opened = (reader, try TranslationMemory(reader))
                }
                if let opened { try opened.memory.catchUp(with: opened.reader) }
                return nil
            } catch let error as ReadModel.NoFile {
                throw error
            } catch {
                opened = nil
                return ()
            }
        }
    }
}

extension ProjectWriter.Change {
    /// Whether the change may affect the memory: a text, its review or its flag.
    ///
    /// Most changes on a busy server are proposals. Searching each of them for texts takes as long
    /// as writing it.
    var mayChangeMemory: Bool {
        switch self {
        case .moved: true
        case .appended(let events, _): events.contains(where: \.mayChangeMemory)
        }
    }
}

extension Event {
    fileprivate var mayChangeMemory: Bool {
        // The undone event may have vouched for a text or flagged it.
        !payload.traits.effects.isDisjoint(with: [.texts, .review]) || !undoes.isEmpty
    }
}
