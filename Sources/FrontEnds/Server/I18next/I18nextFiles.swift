import EventStore
import Hosting
import Synchronization
import Texts
import Translation
import Workspace

/// The files of i18next that were made, kept until a text in them may have changed, up to 64 MiB of them.
///
/// That a project has no such file is kept too: i18next asks for each language of its hierarchy in each section, and for `dev`. Several
/// requests for a file that is not kept make it once.
final class I18nextFiles: Sendable {
    static let usualCapacity = 64 << 20
    /// What an entry takes besides its bytes, roughly.
    private static let overhead = 512

    private struct Key: Hashable {
        let project: String
        let name: I18nextFileName
    }

    private struct Entry {
        let content: Found.Content
        /// Held, so that no other project can have the same identity.
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

    /// The bytes that are kept.
    var size: Int { state.withLock { $0.size } }

    /// A file, or why there is none, and the position of the log that this is of.
    struct Found: Sendable {
        typealias Content = Result<I18nextFile, Refusal>

        let content: Content
        let position: Position?

        /// The file.
        ///
        /// Throws why there is none.
        var file: I18nextFile { get throws(Refusal) { try content.get() } }

        /// A copy of the bytes, or nil if there is no file.
        var bytes: [UInt8]? { try? file.content.bytes }
    }

    /// Returns a file that is kept and still right.
    ///
    /// Costs no query.
    func kept(_ name: I18nextFileName, of project: ProjectHost) -> Found? {
        let (versions, position) = project.texts.current
        // A commit that is in the read model and not yet in the versions.
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

    /// Makes a file with `read`, unless it is being made already, and keeps it.
    func make(
        _ name: I18nextFileName, of project: ProjectHost,
        _ read: @escaping @Sendable () async throws -> Found
    ) async throws -> Found {
        let key = Key(project: project.settings.name, name: name)
        let texts = project.texts
        // Asked before reading: a change meanwhile makes what was read count as old.
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
        // A quarter at once, so that not every new file sorts them all.
        for (key, entry) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            guard state.size > capacity * 3 / 4 else { break }
            state.entries[key] = nil
            state.size -= entry.size
        }
    }
}

extension I18nextFiles.Found.Content {
    /// The languages whose texts matter; none for a file that is not there, since a new language or string concerns all files.
    fileprivate var locales: [LanguageTag] { (try? get().locales) ?? [] }
}
