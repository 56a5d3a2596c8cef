import JSON
package import Texts

extension Decider {
    /// Refuses events that change a text of a frozen language, whichever command they come from.
    func refuseChangesOfFrozenTexts(in events: ArraySlice<Event>) throws {
        guard events.contains(where: { $0.payload.changesText(definedAs: nil) }) else { return }
        let roles = Roles(try settings([.frozen]))
        for event in events where roles.isFrozen(event.locale) {
            let before = try event.string(in: state.project).flatMap {
                try state.definitions($0).currentDefinition?.value
            }
            if event.payload.changesText(definedAs: before) {
                throw Self.refusal(of: event.locale)
            }
        }
    }

    /// Refuses to change a text of a frozen language, when the command still changes other texts.
    func requireThawed(_ locale: LanguageTag) throws {
        if Roles(try settings([.frozen])).isFrozen(locale) { throw Self.refusal(of: locale) }
    }

    private static func refusal(of locale: LanguageTag) -> Refusal {
        Refusal(
            .frozen, "The language \(locale) is frozen: its texts take no changes.",
            hint: "Change the setting “frozen” first; proposals are taken all the same.")
    }
}

extension Payload {
    /// Returns true if the event changes the texts of its language; `definition` is the previous
    /// source text of its string.
    ///
    /// The other attributes of a definition can change in a frozen language too. The attributes of
    /// a language count, because they decide what it inherits and whether it is exported.
    package func changesText(definedAs definition: Value?) -> Bool {
        switch self {
        case .translationSet, .translationRemoved, .proposalAccepted: true
        case .stringRemoved, .localeAdded, .localeRemoved: true
        case .stringDefined(let new): new.value != definition
        default: false
        }
    }
}
