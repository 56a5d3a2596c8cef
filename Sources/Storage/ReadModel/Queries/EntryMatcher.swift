import Languages
import Texts
import Translation

/// Evaluates the parts of a filter that SQLite does not evaluate.
struct EntryMatcher {
    private let pattern: KeyPattern?
    private let search: SearchPhrase?
    private let states: Set<EntryState>

    init(_ filter: EntryFilter) {
        pattern = filter.keyPattern.map(KeyPattern.init)
        search = filter.search.map(SearchPhrase.init)
        states = filter.states
    }

    func matchesKey(_ key: String) -> Bool { pattern?.matches(key) ?? true }

    func matches(_ entry: Entry) -> Bool {
        guard states.isEmpty || !states.isDisjoint(with: entry.states) else { return false }
        guard let search else { return true }
        return search.matches(entry.string.key) || search.matches(entry.definition.value)
            || entry.definition.comment.map(search.matches) ?? false
            || entry.shownValue.map(search.matches) ?? false
    }
}
