import JSON
package import Texts

extension Decider {
    /// Refuses what changes a text of a frozen language, whatever command it follows from.
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

    /// Refuses to change a text of a frozen language, where others are changed all the same.
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
    /// Whether it changes what is read in its language, where `definition` is the source text of its string before it.
    ///
    /// What a definition says besides its text can change in a frozen language too. The attributes of a language say what it inherits and
    /// whether it is exported.
    package func changesText(definedAs definition: Value?) -> Bool {
        switch self {
        case .translationSet, .translationRemoved, .proposalAccepted: true
        case .stringRemoved, .localeAdded, .localeRemoved: true
        case .stringDefined(let new): new.value != definition
        default: false
        }
    }
}
