import EventStore
import Hosting
import Synchronization
import Texts
import Translation
import Workspace

/// Caches up to 64 MiB of i18next files.
///
/// A file is kept until one of its texts may have changed.
///
/// The absence of a file is cached too, because i18next requests each language in its hierarchy for
/// each section, and also `dev`. Concurrent requests for an uncached file generate it only once.
final class I18nextFiles: Sendable {
    static let usualCapacity = 64 << 20
    /// The approximate memory use of a cache entry in addition to its content, in bytes.
    private static let overhead = 512

    private struct Key: Hashable {
        let project: String
        let name: I18nextFileName
    }

    private struct Entry {
        let content: Found.Content
        /// Retained so that no other project can have the same object identity.
        let texts: TextVersions
        let version: TextVersions.Version
        var lastUse: UInt64

        let size: Int
    }

    private struct Making {
        let texts: TextVersions
        let versions: TextVersions.Versions
        let task: Task<Found, any Error>
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var making: [Key: Making] = [:]
        var size = 0
        var uses: UInt64 = 0
    }

    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int = usualCapacity) { self.capacity = capacity }

    var size: Int { state.withLock { $0.size } }

    /// A file or the reason for its absence, with the corresponding position in the log.
    struct Found: Sendable {
        typealias Content = Result<I18nextFile, Refusal>

        let content: Content
        let position: Position?

        /// The file.
        ///
        /// Throws the reason if the file does not exist.
        var file: I18nextFile { get throws(Refusal) { try content.get() } }

        /// A copy of the bytes, or nil if the file does not exist.
        var bytes: [UInt8]? { try? file.content.bytes }
    }

    /// Returns a file from the cache, or nil if it is not cached or no longer valid.
    ///
    /// Does not query the database.
    func kept(_ name: I18nextFileName, of project: ProjectHost) -> Found? {
        let (versions, position) = project.texts.current
        // If the positions differ, the read model already contains a commit that the versions do
        // not reflect yet.
        guard position == project.position else { return nil }
        return state.withLock { state in
            let key = Key(project: project.settings.name, name: name)
            guard let entry = state.entries[key], entry.texts === project.texts,
                entry.version == versions.version(of: entry.content.locales)
            else { return nil }
            state.uses += 1
            state.entries[key]?.lastUse = state.uses
            return Found(content: entry.content, position: position)
        }
    }

    /// Generates a file with `read` and caches it, or waits for another call that is already
    /// generating it.
    func make(
        _ name: I18nextFileName, of project: ProjectHost,
        _ read: @escaping @Sendable () async throws -> Found
    ) async throws -> Found {
        let key = Key(project: project.settings.name, name: name)
        let texts = project.texts
        // Read the versions first, so that a change during the read makes the result count as
        // outdated.
        let (versions, position) = texts.current
        guard position == project.position else { return try await read() }
        let task = state.withLock { state in
            if let making = state.making[key], making.texts === texts, making.versions == versions {
                return making.task
            }
            let task = Task { try await read() }
            state.making[key] = Making(texts: texts, versions: versions, task: task)
            return task
        }
        let result = await task.result
        state.withLock { state in
            if state.making[key]?.task == task { state.making[key] = nil }
            guard case .success(let found) = result else { return }
            keep(
                Entry(
                    content: found.content, texts: texts,
                    version: versions.version(of: found.content.locales), lastUse: state.uses,
                    size: ((try? found.file.content.count) ?? 0) + name.section.utf8.count
                        + Self.overhead),
                as: key, in: &state)
        }
        return try result.get()
    }

    private func keep(_ entry: Entry, as key: Key, in state: inout State) {
        guard entry.size <= capacity else { return }
        state.uses += 1
        var entry = entry
        entry.lastUse = state.uses
        if let old = state.entries.updateValue(entry, forKey: key) { state.size -= old.size }
        state.size += entry.size
        guard state.size > capacity else { return }
        // Remove a quarter at a time, so that the entries rarely have to be sorted.
        for (key, entry) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            guard state.size > capacity * 3 / 4 else { break }
            state.entries[key] = nil
            state.size -= entry.size
        }
    }
}

extension I18nextFiles.Found.Content {
    /// The languages whose texts affect the file.
    ///
    /// For an absent file, the list is empty, because any new language or string could create the
    /// file.
    fileprivate var locales: [LanguageTag] { (try? get().locales) ?? [] }
}
