import Dispatch
import Glibc
import Machine
import Synchronization
import Texts
import Translation

/// The bundles that a server has made, on disk up to a total size.
///
/// The least recently used bundles are removed first. A missing or damaged bundle is made again,
/// with the same bytes. Concurrent requests for one bundle share its making.
package final class BundleStore: Sendable {
    /// Makes the files of a bundle.
    package typealias Maker = @Sendable () async throws -> [BundleFile]

    private struct Entry {
        var size: Int
        var lastUse: UInt64
        /// The index, or nil while it is only on disk.
        var index: StoredBundle?
    }

    private struct Failure {
        let error: any Error
        let end: ContinuousClock.Instant
    }

    private struct State {
        /// The stored bundles, or nil until the directory has been read.
        var entries: [BundleKey: Entry]?
        var failures: [BundleKey: Failure] = [:]
        var uses: UInt64 = 0
        var drafts = 0
    }

    private let stateDirectory: String
    private let capacity: Int
    private let pause: Duration
    private let state = Mutex(State())
    private let runs = SharedRuns<BundleKey, StoredBundle>()
    /// The queue for reading files.
    private let reading = DispatchQueue(label: "dragoman.bundles.reading")
    /// The queue for storing and removing bundles.
    private let writing = DispatchQueue(label: "dragoman.bundles.writing", qos: .utility)

    /// The maximum number of files in the indexes that stay in memory.
    private static let mostFiles = 100_000
    /// The maximum number of failures that are remembered.
    private static let mostFailures = 256
    /// The prefix of the names of unfinished bundles, before the id of their process.
    private static let draftPrefix = ".new-"

    /// Creates a store in a state directory, with a total size in bytes.
    ///
    /// After a bundle could not be made, requests for it fail with the same error for the time of
    /// `pause`, so that they do not keep the server busy.
    package init(
        stateDirectory: String, capacity: Int, pause: Duration = .seconds(10)
    ) {
        self.stateDirectory = stateDirectory
        self.capacity = capacity
        self.pause = pause
    }

    private var directory: String { stateDirectory + "/bundles" }

    /// The total size of the stored bundles, in bytes.
    package var size: Int {
        state.withLock { $0.entries?.values.reduce(0) { $0 + $1.size } ?? 0 }
    }

    private func folder(_ key: BundleKey) -> BundleFolder {
        BundleFolder(path: "\(directory)/\(key.project)/\(key.name)")
    }

    // MARK: Bundles

    /// Returns the index of a bundle if it is in memory.
    package func kept(_ key: BundleKey) -> StoredBundle? {
        state.withLock { state in
            guard let index = state.entries?[key]?.index else { return nil }
            state.uses += 1
            state.entries?[key]?.lastUse = state.uses
            return index
        }
    }

    /// Returns the index of a bundle, which `make` makes if it is not stored.
    ///
    /// Throws `disk-full` if there is no space for the bundle, and any error that `make` throws.
    package func bundle(
        _ key: BundleKey, _ make: @escaping Maker
    ) async throws -> StoredBundle {
        if let index = kept(key) { return index }
        return try await runs.run(key) { try await self.obtain(key, make) }
    }

    private func obtain(_ key: BundleKey, _ make: Maker) async throws -> StoredBundle {
        if let index = kept(key) { return index }
        if let index = await run(on: reading, { self.load(key) }) { return index }
        let failure = state.withLock { $0.failures[key] }
        if let failure, ContinuousClock.now < failure.end { throw failure.error }
        do {
            let files = try await make()
            let index = try await run(on: writing) { Result { try self.store(files, as: key) } }
                .get()
            state.withLock { $0.failures[key] = nil }
            return index
        } catch {
            // An overloaded server has not tried to make the bundle.
            guard !(error is Overload) else { throw error }
            state.withLock { state in
                if state.failures.count >= Self.mostFailures { state.failures = [:] }
                state.failures[key] = Failure(error: error, end: .now + pause)
            }
            throw error
        }
    }

    /// Returns bytes of a bundle, which is made again if they are missing or damaged.
    package func bytes(
        of content: StoredBundle.Content, in key: BundleKey, _ make: @escaping Maker
    ) async throws -> [UInt8] {
        let folder = folder(key)
        for _ in 0..<2 {
            let bundle = try await bundle(key, make)
            if let bytes = await run(on: reading, { folder.bytes(of: content) }) { return bytes }
            await run(on: writing) { self.forget(key, bundle) }
        }
        throw Refusal(
            .file, "The files in \(folder.path) cannot be read.",
            hint: "Check the disk, and the permissions of the directory.")
    }

    private func run<Output: Sendable>(
        on queue: DispatchQueue, _ body: @escaping @Sendable () -> Output
    ) async -> Output {
        await withCheckedContinuation { answer in
            queue.async { answer.resume(returning: body()) }
        }
    }

    // MARK: The disk

    /// Returns the index of a stored bundle, or nil if it is not stored or damaged.
    private func load(_ key: BundleKey) -> StoredBundle? {
        readDirectory()
        guard state.withLock({ $0.entries?[key] != nil }) else { return nil }
        let index = folder(key).index()
        state.withLock { state in
            if index == nil { state.entries?[key] = nil }
            keep(index, as: key, in: &state)
        }
        return index
    }

    /// Lists the bundles of earlier processes, and removes their unfinished ones.
    private func readDirectory() {
        guard state.withLock({ $0.entries == nil }) else { return }
        var found: [(key: BundleKey, size: Int, lastUse: Int)] = []
        for project in (try? Files.names(in: directory)) ?? [] {
            for name in (try? Files.names(in: "\(directory)/\(project)")) ?? [] {
                let key = BundleKey(project: project, name: name)
                if name.hasPrefix(Self.draftPrefix) {
                    let process = Int32(
                        name.dropFirst(Self.draftPrefix.count).prefix { $0.isNumber })
                    // This process has written nothing yet, so its id is that of an earlier one.
                    guard let process, process == getpid() || Leftovers.isDead(process) else {
                        continue
                    }
                    folder(key).remove()
                } else if let (size, lastUse) = folder(key).measure {
                    found.append((key, size, lastUse))
                }
            }
        }
        state.withLock { state in
            guard state.entries == nil else { return }
            var entries: [BundleKey: Entry] = [:]
            for bundle in found.sorted(by: { $0.lastUse < $1.lastUse }) {
                state.uses += 1
                entries[bundle.key] = Entry(size: bundle.size, lastUse: state.uses)
            }
            state.entries = entries
        }
    }

    /// Stores a bundle, after removing others if there is no space for it.
    private func store(_ files: [BundleFile], as key: BundleKey) throws -> StoredBundle {
        let draft = BundleFolder.Draft(files)
        guard draft.size <= capacity else {
            throw Refusal(
                .diskFull,
                "The bundle \(key.name) has \(draft.size) bytes, but all bundles together may have \(capacity).",
                hint: "Raise the limit “bundleBytes”.")
        }
        removeOldest(leaving: capacity - draft.size)
        try PrivateFile.makeDirectory(stateDirectory)
        let number = state.withLock { state in
            state.drafts += 1
            return state.drafts
        }
        try folder(key).write(
            draft,
            staging: "\(directory)/\(key.project)/\(Self.draftPrefix)\(getpid())-\(number)")
        state.withLock { state in
            state.entries?[key] = Entry(size: draft.size, lastUse: 0)
            keep(draft.bundle, as: key, in: &state)
        }
        return draft.bundle
    }

    /// Removes the least recently used bundles until the others have at most the given size.
    private func removeOldest(leaving limit: Int) {
        let removed = state.withLock { state in
            var removed: [BundleKey] = []
            var total = state.entries?.values.reduce(0) { $0 + $1.size } ?? 0
            for (key, entry) in (state.entries ?? [:]).sorted(by: {
                $0.value.lastUse < $1.value.lastUse
            }) {
                guard total > limit else { break }
                total -= entry.size
                state.entries?[key] = nil
                removed.append(key)
            }
            return removed
        }
        for key in removed { folder(key).remove() }
    }

    /// Removes a damaged bundle, unless it has been made again meanwhile.
    private func forget(_ key: BundleKey, _ bundle: StoredBundle) {
        let isRemoved = state.withLock { state in
            guard let entry = state.entries?[key], entry.index.map({ $0 === bundle }) ?? true
            else { return false }
            state.entries?[key] = nil
            return true
        }
        if isRemoved { folder(key).remove() }
    }

    /// Keeps an index in memory, and drops the least recently used others if there are too many
    /// files in them.
    private func keep(_ index: StoredBundle?, as key: BundleKey, in state: inout State) {
        guard let index else { return }
        state.uses += 1
        state.entries?[key]?.index = index
        state.entries?[key]?.lastUse = state.uses
        let kept = (state.entries ?? [:]).filter { $0.value.index != nil && $0.key != key }
            .sorted { $0.value.lastUse > $1.value.lastUse }
        var files = index.files.count
        for (other, entry) in kept {
            files += entry.index?.files.count ?? 0
            if files > Self.mostFiles { state.entries?[other]?.index = nil }
        }
    }
}
