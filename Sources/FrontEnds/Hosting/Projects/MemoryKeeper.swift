import Dispatch
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
/// While the thread is behind, lookups use the texts from an earlier position, or find none.
package final class MemoryKeeper: Sendable {
    /// The work shared by the thread and the writer.
    ///
    /// Neither of them retains the keeper, because the keeper's deinitializer stops them.
    let work = BackgroundWork<Void>(())
    private let lookups = DispatchQueue(label: "memory.lookups")
    private let opened = Mutex<TranslationMemory?>(nil)
    private let writer = Mutex<ProjectWriter?>(nil)

    init() {}

    deinit { work.stop() }

    /// Starts the thread.
    ///
    /// Call this when the read model is up to date.
    func start(_ writer: ProjectWriter) {
        self.writer.withLock { $0 = writer }
        BackgroundThread.start { [work] in MemoryThread(writer: writer, work: work).run() }
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
        if let memory = opened.withLock({ $0 }), memory.isCurrent { return memory }
        let reader = try await writer.withLock { $0 }?.makeReader()
        let memory = try reader.map { try TranslationMemory($0) }
        opened.withLock { $0 = memory }
        return memory
    }
}

/// The body of a ``MemoryKeeper``'s thread.
private struct MemoryThread {
    let writer: ProjectWriter
    let work: BackgroundWork<Void>

    /// The longest pause after an update, in seconds.
    ///
    /// Each update is followed by a pause of the same length, up to this limit.
    private static let longestPause = 1.0
    /// The first and the longest delay before a retry, in seconds.
    private static let (firstRetry, lastRetry) = (0.2, 30.0)

    func run() {
        var opened: (reader: SnapshotReader, memory: TranslationMemory)?
        var retry = Self.firstRetry
        while case .work = work.take() {
            let start = DispatchTime.now().uptimeNanoseconds
            do {
                if opened.map({ !$0.memory.isCurrent || !$0.reader.isCurrentModel }) ?? true {
                    let reader = try writer.makeReaderWaiting()
                    opened = (reader, try TranslationMemory(reader))
                }
                if let opened { try opened.memory.catchUp(with: opened.reader) }
                work.finish()
                retry = Self.firstRetry
            } catch is ReadModel.NoFile {
                return work.stop()
            } catch {
                opened = nil
                work.finish(leaving: ())
                work.pause(retry)
                retry = min(retry * 2, Self.lastRetry)
                continue
            }
            let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
            if seconds > 0.05 { work.yield(min(seconds, Self.longestPause)) }
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
