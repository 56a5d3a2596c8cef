import Translation

/// Decides what a filter asks that SQLite is not asked.
struct EntryMatcher {
    private let pattern: [[UInt8]]?
    private let search: String?
    private let states: Set<EntryState>

    init(_ filter: EntryFilter) {
        pattern = filter.keyPattern.map {
            $0.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
                .map(Array.init)
        }
        search = filter.search.map { $0.lowercased() }
        states = filter.states
    }

    func matchesKey(_ key: String) -> Bool {
        guard let pattern, let first = pattern.first, let last = pattern.last else { return true }
        let bytes = Array(key.utf8)
        guard bytes.starts(with: first) else { return false }
        guard pattern.count > 1 else { return bytes.count == first.count }
        var rest = bytes[first.count...]
        for part in pattern.dropFirst().dropLast() {
            guard let end = Self.end(of: part, in: rest) else { return false }
            rest = rest[end...]
        }
        return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
    }

    func matches(_ entry: Entry) -> Bool {
        guard states.isEmpty || !states.isDisjoint(with: entry.states) else { return false }
        guard let search else { return true }
        let texts =
            [entry.string.key, entry.definition.comment].compactMap(\.self)
            + entry.definition.value.texts.map(\.text)
            + (entry.shownValue?.texts.map(\.text) ?? [])
        return texts.contains { $0.lowercased().contains(search) }
    }

    private static func end(of part: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= part.count else { return nil }
        return (bytes.startIndex...(bytes.endIndex - part.count)).first {
            bytes[$0...].starts(with: part)
        }.map { $0 + part.count }
    }
}
