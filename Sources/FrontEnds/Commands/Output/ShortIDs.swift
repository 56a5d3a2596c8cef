import Translation

/// The shortest suffixes that distinguish the ids in a list, with at least six characters.
struct ShortIDs {
    private let length: Int

    init(_ ids: [EventID]) {
        let texts = Set(ids.map(\.description))
        length =
            (6...EventID.length).first { length in
                Set(texts.map { $0.suffix(length) }).count == texts.count
            } ?? EventID.length
    }

    subscript(id: EventID) -> String { String(id.description.suffix(length)) }
}
