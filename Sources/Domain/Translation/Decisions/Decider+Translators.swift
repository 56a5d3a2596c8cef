import Texts

extension Decider {
    /// Refuses texts by people who may not set texts in the language, whatever the command.
    ///
    /// Renaming a string copies its texts without changing them, so everyone may do that.
    func refuseTextsByOthers(in events: ArraySlice<Event>) throws {
        let texts = events.filter { $0.payload.traits.writer == .translator }
        guard !texts.isEmpty else { return }
        let roles = Roles(try settings([.maintainers, .reviewers, .translators]))
        let email = context.actor?.email
        let closed = Set(texts.map(\.locale)).filter { !roles.isTranslator(email, of: $0) }
        for event in texts where closed.contains(event.locale) {
            guard try !isCopyFromOtherString(event) else { continue }
            throw Refusal(
                .notTranslator,
                "\(email ?? "An unknown person") may not set texts in \(event.locale).",
                hint:
                    "Propose the text instead. The setting “translators” lists the people who may set texts."
            )
        }
    }

    private func isCopyFromOtherString(_ event: Event) throws -> Bool {
        guard let copied = try event.copies.flatMap({ try state.event($0) }) else { return false }
        return copied.string(in: state.project) != event.string(in: state.project)
    }
}
