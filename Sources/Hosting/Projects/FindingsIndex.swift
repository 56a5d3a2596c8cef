import Synchronization
public import Translation
public import Workspace

/// What the checks find in the texts of each language, kept in memory so that lists and counts need not check anything.
///
/// Languages are checked in the background, one at a time, when their texts, the source or the settings have changed
/// (``refresh()``). Until then the findings of the state before are answered, and none before the first time. Memory: the
/// findings, not the texts.
public final class FindingsIndex: Sendable {
    /// The findings of a language: warnings and errors, but for texts that are missing or stale.
    public struct Language: Sendable {
        /// The findings of each string that has any.
        public let byString: [StringID: [CheckResult]]
        /// How many strings have an error.
        public let errors: Int
        /// How many strings each check has a finding for, the most first.
        public let checks: [(name: String, count: Int)]

        /// How many strings have a finding.
        public var strings: Int { byString.count }

        init(_ results: [CheckResult]) {
            byString = Dictionary(grouping: results.filter { $0.severity > .info }, by: \.string)
            errors = byString.values.count { $0.contains { $0.severity == .error } }
            var counts: [String: Int] = [:]
            for found in byString.values {
                for check in Set(found.map(\.check)) { counts[check, default: 0] += 1 }
            }
            checks = counts.map { (name: $0.key, count: $0.value) }
                .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
        }
    }

    private struct Known {
        let version: TextVersions.Version
        let language: Language
    }

    private struct State {
        var languages: [LanguageTag: Known] = [:]
        var isRefreshing = false
    }

    private let texts: TextVersions
    private let lane: Snapshots
    private let state = Mutex(State())

    /// One language takes a second for 50,000 strings.
    static let lane = Snapshots.Lane(readers: 1, longestQueue: 1, longestWait: 60, patience: 120)

    init(_ texts: TextVersions, _ lane: Snapshots) {
        self.texts = texts
        self.lane = lane
    }

    /// The findings of a language as they were last checked, or nil before the first time.
    public func language(_ locale: LanguageTag) -> Language? {
        state.withLock { $0.languages[locale]?.language }
    }

    /// Whether the findings of a language are those of its present texts.
    public func isCurrent(_ locale: LanguageTag) -> Bool {
        let version = texts.version(of: [locale])
        return state.withLock { $0.languages[locale]?.version == version }
    }

    /// Checks the languages that changed since the last call; returns at once if another call does.
    ///
    /// Throws what reading throws.
    public func refresh() async throws {
        let isFirst = state.withLock { state in
            defer { state.isRefreshing = true }
            return !state.isRefreshing
        }
        guard isFirst else { return }
        defer { state.withLock { $0.isRefreshing = false } }
        let locales = try await lane.read { snapshot in
            try snapshot.locales().filter { $0 != snapshot.project.source }
        }
        state.withLock { state in
            state.languages = state.languages.filter { locales.contains($0.key) }
        }
        for locale in locales where !isCurrent(locale) {
            // Asked before the texts are read: a change meanwhile makes what is read count as old.
            let version = texts.version(of: [locale])
            let language = try await lane.read { snapshot in
                Language(
                    try snapshot.check(
                        [locale], required: [], selection: Self.selection()))
            }
            state.withLock { $0.languages[locale] = Known(version: version, language: language) }
        }
    }

    private static func selection() throws -> CheckSelection {
        try CheckSelection(skipping: [CheckInfo.missing.name, CheckInfo.stale.name])
    }
}
