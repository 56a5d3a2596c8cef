import Hosting
import Synchronization
import Texts
import Translation

/// A cache for NStack clients: the projects' languages, the content of their files, and the times
/// of their last changes.
///
/// Each entry records the version of the texts that it was computed from. The entry becomes invalid
/// when the texts have a different version.
final class NStackMemory: Sendable {
    /// The content of a cached file.
    struct File: Sendable {
        let content: SharedBytes
        let tag: EntityTag

        init(bytes: [UInt8]) {
            content = SharedBytes(bytes)
            tag = .strong(Digest.short(bytes))
        }
    }

    /// The key of a file in the cache.
    struct FileName: Sendable, Hashable {
        let project: String
        let resource: Int64
        let isFlat: Bool
        /// The commit that contains the texts, or nil for the newest texts.
        let revision: String?
    }

    /// The last change of a language's texts.
    struct Standing: Sendable {
        /// A commit that contains these texts.
        let revision: String
        /// The time of the newest event that may have changed these texts, in Unix milliseconds.
        let updated: Int64
    }

    /// A value, and the version of the texts that it was computed from.
    private struct Entry<Value: Sendable>: Sendable {
        let value: Value
        /// The source of the version; after a project is reopened, its old versions are
        /// meaningless.
        let texts: TextVersions
        let version: TextVersions.Version?

        func isCurrent(_ stamp: Stamp) -> Bool {
            texts === stamp.texts && version == stamp.version
        }
    }

    /// The version of a project's texts that a value is computed from.
    struct Stamp: Sendable {
        let texts: TextVersions
        /// The version; nil for a value that never changes.
        let version: TextVersions.Version?
    }

    private struct StandingName: Hashable {
        let project: String
        let locale: LanguageTag
    }

    private struct State {
        /// The languages of each project's release.
        var released: [String: (commit: String, languages: NStackLanguages)] = [:]
        var languages: [String: Entry<NStackLanguages>] = [:]
        var standings: [StandingName: Entry<Standing>] = [:]
        var files: [FileName: (entry: Entry<File>, lastUse: UInt64)] = [:]
        var bytes = 0
        var uses: UInt64 = 0
    }

    /// The reads of past states that are in progress.
    let languageRuns = SharedRuns<String, NStackLanguages>()
    let fileRuns = SharedRuns<FileName, File>()
    private let state = Mutex(State())
    private let capacity: Int

    /// Creates a cache for files with at most the given total size in bytes.
    init(capacity: Int = 64 << 20) { self.capacity = capacity }

    /// Returns the languages of a project, if they are cached.
    func languages(of project: String, _ stamp: Stamp) -> NStackLanguages? {
        state.withLock { $0.languages[project].flatMap { $0.isCurrent(stamp) ? $0.value : nil } }
    }

    func note(_ languages: NStackLanguages, of project: String, _ stamp: Stamp) {
        state.withLock {
            $0.languages[project] = Entry(
                value: languages, texts: stamp.texts, version: stamp.version)
        }
    }

    /// Returns the languages of a project's release, if they are cached.
    func languages(of project: String, in commit: String) -> NStackLanguages? {
        state.withLock { state in
            state.released[project].flatMap { $0.commit == commit ? $0.languages : nil }
        }
    }

    /// Caches the languages of a project's release, in place of those of another release.
    func note(_ languages: NStackLanguages, of project: String, in commit: String) {
        state.withLock { $0.released[project] = (commit, languages) }
    }

    /// Returns the last change of a language's texts, if it is cached.
    func standing(of locale: LanguageTag, in project: String, _ stamp: Stamp) -> Standing? {
        state.withLock { state in
            let entry = state.standings[StandingName(project: project, locale: locale)]
            return entry.flatMap { $0.isCurrent(stamp) ? $0.value : nil }
        }
    }

    /// Caches the last change of a language's texts.
    func note(
        _ standing: Standing, of locale: LanguageTag, in project: String, _ stamp: Stamp
    ) {
        state.withLock {
            $0.standings[StandingName(project: project, locale: locale)] = Entry(
                value: standing, texts: stamp.texts, version: stamp.version)
        }
    }

    /// Returns a file, if it is cached and still valid.
    func file(_ name: FileName, _ stamp: Stamp) -> File? {
        state.withLock { state in
            guard let (entry, _) = state.files[name], entry.isCurrent(stamp) else { return nil }
            state.uses += 1
            state.files[name]?.lastUse = state.uses
            return entry.value
        }
    }

    /// Caches a file, and drops the least recently used files if there is no space.
    func note(_ file: File, _ name: FileName, _ stamp: Stamp) {
        guard file.content.count <= capacity else { return }
        state.withLock { state in
            state.uses += 1
            let entry = Entry(value: file, texts: stamp.texts, version: stamp.version)
            let old = state.files.updateValue((entry, state.uses), forKey: name)
            state.bytes += file.content.count - (old?.entry.value.content.count ?? 0)
            while state.bytes > capacity,
                let oldest = state.files.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                state.files[oldest.key] = nil
                state.bytes -= oldest.value.entry.value.content.count
            }
        }
    }

    /// The total size of the cached files, in bytes.
    var fileBytes: Int { state.withLock { $0.bytes } }
}
