import JSON
package import Texts

extension Decider {
    /// Refuses events that change a text in a frozen language, whatever the command.
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

    /// Refuses a frozen language early, so that a command can skip its texts and change other
    /// texts.
    func requireThawed(_ locale: LanguageTag) throws {
        if Roles(try settings([.frozen])).isFrozen(locale) { throw Self.refusal(of: locale) }
    }

    private static func refusal(of locale: LanguageTag) -> Refusal {
        Refusal(
            .frozen, "The language \(locale) is frozen: its texts cannot be changed.",
            hint: "Change the setting “frozen” first, or make a proposal instead.")
    }
}

extension Payload {
    /// Returns true if the event changes texts in its language.
    ///
    /// `definition` is the previous source text of the event's string. A definition's other
    /// attributes can change even in a frozen language. The attributes of a language count as its
    /// texts, because they determine the texts that it inherits and whether it is exported.
    package func changesText(definedAs definition: Value?) -> Bool {
        switch self {
        case .translationSet, .translationRemoved, .proposalAccepted: true
        case .stringRemoved, .localeAdded, .localeRemoved: true
        case .stringDefined(let new): new.value != definition
        default: false
        }
    }
}
