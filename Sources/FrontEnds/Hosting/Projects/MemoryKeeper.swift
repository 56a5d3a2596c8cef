import Dispatch
package import Memory
import ReadModel
import Synchronization
package import Texts
import Translation
import Workspace

/// Keeps the translation memory of a project beside its read model, on a thread of low priority, and looks texts up in it.
///
/// While the thread is behind, texts are looked up among those of an earlier position, or among none.
public final class MemoryKeeper: Sendable {
    /// What the thread and the writer share with it; neither holds the keeper itself, whose end is theirs.
    let work = BackgroundWork<Void>(())
    private let lookups = DispatchQueue(label: "memory.lookups")
    private let opened = Mutex<TranslationMemory?>(nil)
    private let writer = Mutex<ProjectWriter?>(nil)

    init() {}

    deinit { work.stop() }

    /// Begins to work, when the read model is caught up.
    func start(_ writer: ProjectWriter) {
        self.writer.withLock { $0 = writer }
        BackgroundThread.start { [work] in MemoryThread(writer: writer, work: work).run() }
    }

    /// Returns when the memory has all changes that were noted before; at once if it cannot be kept.
    public func waitUntilCurrent() async { await work.waitUntilIdle() }

    /// Returns the best translations of texts that are like a text; see ``Memory/TranslationMemory``.
    ///
    /// Lookups of a project go on one at a time. None where the memory cannot be opened: nobody's page fails for want of it.
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

    /// The memory that is open, or another one if its file was deleted.
    private func memory() async throws -> TranslationMemory? {
        if let memory = opened.withLock({ $0 }), memory.isCurrent { return memory }
        let reader = try await writer.withLock { $0 }?.makeReader()
        let memory = try reader.map { try TranslationMemory($0) }
        opened.withLock { $0 = memory }
        return memory
    }
}

/// What the thread of a ``MemoryKeeper`` does.
private struct MemoryThread {
    let writer: ProjectWriter
    let work: BackgroundWork<Void>

    /// The longest pause between two renewals, in seconds; each is followed by as long a pause as it took.
    private static let longestPause = 1.0
    /// The pauses before another try after a failure, in seconds: the first, and the longest.
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
    /// Whether it may change what is remembered: a text, or whether it is reviewed or flagged.
    ///
    /// Most changes of a busy server are proposals, and to look for texts in each takes as long as to write it.
    var mayChangeMemory: Bool {
        switch self {
        case .moved: true
        case .appended(let events, _): events.contains(where: \.mayChangeMemory)
        }
    }
}

extension Event {
    fileprivate var mayChangeMemory: Bool {
        // The event that it takes back may have vouched for a text, or flagged it.
        !payload.traits.effects.isDisjoint(with: [.texts, .review]) || !undoes.isEmpty
    }
}
