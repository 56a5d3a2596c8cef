import Texts

extension Decider {
    /// Refuses texts by people who may not set texts in the language, whatever the command.
    ///
    /// A rename and the carrying over of late texts do not change texts, so everyone may do that.
    func refuseTextsByOthers(in events: ArraySlice<Event>) throws {
        let texts = events.filter { $0.payload.traits.writer == .translator }
        guard !texts.isEmpty else { return }
        let roles = Roles(try settings([.maintainers, .reviewers, .translators]))
        let email = context.actor?.email
        let closed = Set(texts.map(\.locale)).filter { !roles.isTranslator(email, of: $0) }
        for event in texts where closed.contains(event.locale) {
            guard try !carriesOver(event) else { continue }
            throw Refusal(
                .notTranslator,
                "\(email ?? "An unknown person") may not set texts in \(event.locale).",
                hint:
                    "Propose the text instead. The setting “translators” lists the people who may set texts."
            )
        }
    }

    /// Returns true if the event only carries the texts of a renamed string over to its new key.
    ///
    /// The rename itself may copy texts and removals. Afterwards, a text that arrived under the old
    /// key may only replace a copy.
    private func carriesOver(_ event: Event) throws -> Bool {
        guard let string = event.string(in: state.project) else { return false }
        let unit = try state.unit(event.locale, string)
        let isNew = unit.definitions.current == nil
        guard event.payload.text != nil else { return isNew }
        guard try isTextOfOtherString(event) else { return false }
        guard !isNew, let text = unit.text else { return true }
        return try isTextOfOtherString(text.event)
    }

    private func isTextOfOtherString(_ event: Event) throws -> Bool {
        guard let copied = try event.copies.flatMap({ try state.event($0) }),
            copied.payload.text != nil
        else { return false }
        return copied.string(in: state.project) != event.string(in: state.project)
    }
}
