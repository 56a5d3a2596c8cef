import JSON

extension Decider {
    /// Refuses what changes a text of a frozen language, whatever command it follows from.
    func refuseChangesOfFrozenTexts(in events: ArraySlice<Event>) throws {
        guard events.contains(where: { $0.payload.changesText(definedAs: nil) }) else { return }
        let roles = Roles(try settings([.frozen]))
        guard roles.hasFrozen else { return }
        for event in events where roles.isFrozen(event.locale) {
            let before = try event.string(in: state.project).flatMap {
                try state.definitions($0).currentDefinition?.value
            }
            guard event.payload.changesText(definedAs: before) else { continue }
            throw Refusal(
                .frozen, "The language \(event.locale) is frozen: its texts take no changes.",
                hint: "Propose the text instead, or change the setting “frozen”.")
        }
    }
}

extension Payload {
    /// Whether it changes what is read in its language, where `definition` is the source text of its string before it.
    ///
    /// What a definition says besides its text can change in a frozen language too.
    package func changesText(definedAs definition: Value?) -> Bool {
        switch self {
        case .translationSet, .translationRemoved, .proposalAccepted: true
        case .stringRemoved, .localeRemoved: true
        case .stringDefined(let new): new.value != definition
        default: false
        }
    }
}
