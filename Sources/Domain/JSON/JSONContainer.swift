/// An array or object that is being read.
struct JSONContainer {
    let kind: JSONTape.Kind
    /// The index of the container's entry on the tape.
    let entry: Int
    /// The number of values or members read so far.
    private(set) var count = 0
    private var seen: Set<Key> = []
    /// The maximum number of keys for which comparing is faster than hashing.
    private static let few = 16

    init(_ kind: JSONTape.Kind, entry: Int) {
        self.kind = kind
        self.entry = entry
    }

    /// Adds an array item.
    mutating func add() { count += 1 }

    /// Adds a member whose key is the last entry.
    ///
    /// Returns whether the key is new, compared by bytes.
    mutating func add(key: JSONTape.Entry, in entries: [JSONTape.Entry]) -> Bool {
        count += 1
        guard count <= Self.few else {
            if seen.isEmpty {
                seen = Set(indices(in: entries).map { Key(entry: entries[$0]) })
            }
            return seen.insert(Key(entry: key)).inserted
        }
        return !indices(in: entries).contains { entries[$0].isSameText(as: key) }
    }

    /// Returns the indices of the keys before the last entry.
    private func indices(in entries: [JSONTape.Entry]) -> some Sequence<Int> {
        sequence(state: entry + 1) { index in
            guard index < entries.count - 1 else { return nil }
            defer { index = entries[index + 1].next(after: index + 1) }
            return index
        }
    }

    /// A key that is hashed by its bytes.
    private struct Key: Hashable {
        let entry: JSONTape.Entry

        static func == (a: Key, b: Key) -> Bool { a.entry.isSameText(as: b.entry) }

        func hash(into hasher: inout Hasher) {
            hasher.combine(bytes: UnsafeRawBufferPointer(entry.text))
        }
    }
}
