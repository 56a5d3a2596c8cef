import Hosting
import Synchronization

/// Caches the bytes of bundles' files that were sent recently, up to 64 MiB.
///
/// Concurrent responses with a file share one copy of its bytes.
final class BundleContentCache: Sendable {
    private struct Entry {
        let bytes: SharedBytes
        var lastUse: UInt64
    }

    private struct State {
        var entries: [StoredBundle.Content: Entry] = [:]
        var size = 0
        var uses: UInt64 = 0
    }

    private let capacity: Int
    private let state = Mutex(State())
    private let runs = SharedRuns<StoredBundle.Content, SharedBytes>()

    init(capacity: Int = 64 << 20) { self.capacity = capacity }

    var size: Int { state.withLock { $0.size } }

    /// Returns bytes from the cache, or those that `read` returns.
    func bytes(
        of content: StoredBundle.Content, _ read: @escaping @Sendable () async throws -> [UInt8]
    ) async throws -> SharedBytes {
        if let bytes = kept(content) { return bytes }
        return try await runs.run(content) {
            if let bytes = self.kept(content) { return bytes }
            let bytes = SharedBytes(try await read())
            self.keep(bytes, as: content)
            return bytes
        }
    }

    private func kept(_ content: StoredBundle.Content) -> SharedBytes? {
        state.withLock { state in
            guard let entry = state.entries[content] else { return nil }
            state.uses += 1
            state.entries[content]?.lastUse = state.uses
            return entry.bytes
        }
    }

    private func keep(_ bytes: SharedBytes, as content: StoredBundle.Content) {
        guard bytes.count <= capacity else { return }
        state.withLock { state in
            state.uses += 1
            state.entries[content] = Entry(bytes: bytes, lastUse: state.uses)
            state.size += bytes.count
            guard state.size > capacity else { return }
            // Remove a quarter at a time, so that the entries rarely have to be sorted.
            for (key, entry) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
                guard state.size > capacity * 3 / 4 else { break }
                state.entries[key] = nil
                state.size -= entry.bytes.count
            }
        }
    }
}
