import JSON

/// Marks texts as reviewed.
struct Vouch: CommandKind {
    let units: [UnitID]
    let reason: String?

    static var verb: String { "vouch" }

    func addFields(to fingerprint: inout JSONMembers) {
        fingerprint.add(units, reason)
    }

    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws {
        try decider.vouch(for: units, reason: reason)
    }
}

extension Decider {
    /// Marks texts as reviewed.
    ///
    /// Skips texts that are already reviewed.
    mutating func vouch(for names: [UnitID], reason: String?) throws {
        for name in Self.unique(names) {
            let text = try requireText(name)
            try requireReviewer(name.locale)
            try refuseOwnText(text, name)
            guard !text.isReviewed else { continue }
            add(
                .translationReviewed(text: text.id, reason: reason), locale: name.locale,
                string: name.string)
        }
    }

    private func refuseOwnText(_ text: TextState, _ name: UnitID) throws {
        guard try setting(.selfReview)?.boolValue == false, let author = text.author,
            author.address == context.actor?.address
        else { return }
        throw Refusal(
            .selfReview,
            "The text for “\(name.string.spelled(in: state.project))” in \(name.locale) is your own, but this project requires review by a second person.",
            hint: "Ask another reviewer, or change the setting “self-review”.")
    }
}
