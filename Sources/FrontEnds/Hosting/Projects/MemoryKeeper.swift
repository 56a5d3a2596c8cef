import Dispatch
package import Memory
import ReadModel
import Synchronization
package import Texts
import Translation
import Workspace

/// Keeps a project's translation memory up to date on a low-priority thread, and looks texts up in
/// it.
///
/// The memory is stored next to the read model.
///
/// While the thread is behind, lookups use the texts of an earlier position, or none.
package final class MemoryKeeper: Sendable {
    /// Shared by the thread and the writer.
    ///
    /// Neither holds the keeper, because its deinitializer stops them.
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

    /// Returns when the memory includes all changes that were noted before the call, or at once if
    /// it cannot be kept.
    package func waitUntilCurrent() async { await work.waitUntilIdle() }

    /// Returns the best translations of similar texts; see ``Memory/TranslationMemory``.
    ///
    /// Lookups of a project run one at a time. Returns none if the memory cannot be opened, because
    /// no page should fail for lack of it.
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

    /// The open memory, or a newly opened one if the file was deleted.
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

    /// The longest pause between two renewals, in seconds.
    ///
    /// Each renewal is followed by a pause of the same length.
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
    /// Whether the event may change the memory: a text, its review or its flag.
    ///
    /// Most changes of a busy server are proposals, and searching each for texts takes as long as
    /// writing it.
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
