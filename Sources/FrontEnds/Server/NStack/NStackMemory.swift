import Hosting
import Synchronization
import Texts
import Translation

/// What is kept in memory of projects for NStack's clients: their languages, what their files say, and since when.
///
/// Each entry is kept with the version of the texts that it was made of, and is of no use when that differs.
final class NStackMemory: Sendable {
    /// A file as it is answered.
    struct File: Sendable {
        let content: SharedBytes
        let tag: EntityTag

        init(bytes: [UInt8]) {
            content = SharedBytes(bytes)
            tag = .strong(Digest.short(bytes))
        }
    }

    /// What names a file.
    struct FileName: Sendable, Hashable {
        let project: String
        let resource: Int64
        let isFlat: Bool
        /// The commit whose texts it has, or nil for the newest.
        let revision: String?
    }

    /// Since when a language says what it says.
    struct Standing: Sendable {
        /// A commit with these texts.
        let revision: String
        /// The time of the newest event that may have changed them, in Unix milliseconds.
        let updated: Int64
    }

    /// A value, and what it was made of.
    private struct Entry<Value: Sendable>: Sendable {
        let value: Value
        /// Of a project that was opened again, old versions mean nothing.
        let texts: TextVersions
        let version: TextVersions.Version?

        func isCurrent(_ stamp: Stamp) -> Bool {
            texts === stamp.texts && version == stamp.version
        }
    }

    /// The version of a project's texts that something is made of.
    struct Stamp: Sendable {
        let texts: TextVersions
        /// nil for what never changes.
        let version: TextVersions.Version?
    }

    private struct StandingName: Hashable {
        let project: String
        let locale: LanguageTag
    }

    private struct State {
        var languages: [String: Entry<NStackLanguages>] = [:]
        var standings: [StandingName: Entry<Standing>] = [:]
        var files: [FileName: (entry: Entry<File>, lastUse: UInt64)] = [:]
        var bytes = 0
        var uses: UInt64 = 0
    }

    private let state = Mutex(State())
    private let capacity: Int

    /// Keeps files of at most so many bytes.
    init(capacity: Int = 64 << 20) { self.capacity = capacity }

    /// The languages of a project, if they are known.
    func languages(of project: String, _ stamp: Stamp) -> NStackLanguages? {
        state.withLock { $0.languages[project].flatMap { $0.isCurrent(stamp) ? $0.value : nil } }
    }

    /// Keeps the languages of a project.
    func note(_ languages: NStackLanguages, of project: String, _ stamp: Stamp) {
        state.withLock {
            $0.languages[project] = Entry(
                value: languages, texts: stamp.texts, version: stamp.version)
        }
    }

    /// Since when a language says what it says, if that is known.
    func standing(of locale: LanguageTag, in project: String, _ stamp: Stamp) -> Standing? {
        state.withLock { state in
            let entry = state.standings[StandingName(project: project, locale: locale)]
            return entry.flatMap { $0.isCurrent(stamp) ? $0.value : nil }
        }
    }

    /// Keeps since when a language says what it says.
    func note(
        _ standing: Standing, of locale: LanguageTag, in project: String, _ stamp: Stamp
    ) {
        state.withLock {
            $0.standings[StandingName(project: project, locale: locale)] = Entry(
                value: standing, texts: stamp.texts, version: stamp.version)
        }
    }

    /// A file, if it is there and still right.
    func file(_ name: FileName, _ stamp: Stamp) -> File? {
        state.withLock { state in
            guard let (entry, _) = state.files[name], entry.isCurrent(stamp) else { return nil }
            state.uses += 1
            state.files[name]?.lastUse = state.uses
            return entry.value
        }
    }

    /// Keeps a file, and forgets those that were not used for longest where there is no room.
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

    /// The bytes of all files that are kept.
    var fileBytes: Int { state.withLock { $0.bytes } }
}
