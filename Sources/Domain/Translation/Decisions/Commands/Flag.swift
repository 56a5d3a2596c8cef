import JSON

/// Marks texts as needing work.
struct Flag: CommandKind {
    let units: [UnitID]
    let reason: String?

    static var verb: String { "flag" }

    func addFields(to fingerprint: inout JSONMembers) {
        fingerprint.add(units, reason)
    }

    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws {
        try decider.flag(units, reason: reason)
    }
}

extension Decider {
    /// Marks texts as needing work.
    ///
    /// Skips texts that are already flagged, unless a reason is given.
    mutating func flag(_ names: [UnitID], reason: String?) throws {
        for name in Self.unique(names) {
            let text = try requireText(name)
            guard !text.isFlagged || reason != nil else { continue }
            add(
                .translationFlagged(text: text.id, reason: reason), locale: name.locale,
                string: name.string)
        }
    }
}
