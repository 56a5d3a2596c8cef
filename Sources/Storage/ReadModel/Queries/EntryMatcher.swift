import Texts
import Translation

/// Evaluates the parts of a filter that SQLite does not evaluate.
struct EntryMatcher {
    private let pattern: KeyPattern?
    private let search: String?
    private let states: Set<EntryState>

    init(_ filter: EntryFilter) {
        pattern = filter.keyPattern.map(KeyPattern.init)
        search = filter.search.map { $0.lowercased() }
        states = filter.states
    }

    func matchesKey(_ key: String) -> Bool { pattern?.matches(key) ?? true }

    func matches(_ entry: Entry) -> Bool {
        guard states.isEmpty || !states.isDisjoint(with: entry.states) else { return false }
        guard let search else { return true }
        let texts =
            [entry.string.key, entry.definition.comment].compactMap(\.self)
            + entry.definition.value.texts.map(\.text)
            + (entry.shownValue?.texts.map(\.text) ?? [])
        return texts.contains { $0.lowercased().contains(search) }
    }
}
