import Translation

/// The shortest ends of ids that tell those of one list apart; six characters at least.
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
