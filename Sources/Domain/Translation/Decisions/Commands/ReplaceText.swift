import JSON
import Texts

/// Replaces a text that the sender has seen, or proposes the replacement.
struct ReplaceText: CommandKind {
    let unit: UnitID
    let old: EventID
    let value: Value
    let isProposal: Bool

    static var verb: String { "replaceText" }

    func addFields(to fingerprint: inout JSONMembers) {
        fingerprint.add("locale", unit.locale.rawValue)
        fingerprint.add(unit.string)
        fingerprint.add("old", old.description)
        fingerprint.add("value", value.json)
        fingerprint.add("proposal", isProposal)
    }

    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws {
        try decider.replaceText(self)
        try decider.noteFindings(in: value, unit.locale, unit.string)
    }
}

extension Decider {
    /// Replaces a text, or proposes the replacement.
    ///
    /// A text that another event has set since is somebody's newer work, which the sender has not
    /// seen, so it is refused. A text in conflict is refused too, because the replacement would
    /// settle the conflict. Nobody compares the text with its source text, so a stale text stays
    /// stale.
    fileprivate mutating func replaceText(_ command: ReplaceText) throws {
        let (locale, string) = (command.unit.locale, command.unit.string)
        try requireLocale(locale)
        try requireShallow(command.value)
        let definitions = try requireString(string)
        let unit = try state.unit(locale, string, by: .nobody)
        guard locale != source, let text = unit.text, text.id == command.old else {
            throw Refusal(
                .changed, "It has changed in the meantime.", hint: "Start the replacement again.")
        }
        guard unit.register.losers.isEmpty else {
            throw Refusal(.contradiction, "It has a conflict.", hint: "Resolve the conflict first.")
        }
        let definition = text.isStale ? text.event.source : definitions.current
        if command.isProposal {
            var options = ProposeOptions(value: command.value)
            options.definition = definition
            return try propose(locale, string, options)
        }
        try settle(unit)
        set(locale, string, command.value, over: unit, definition: definition)
    }
}
