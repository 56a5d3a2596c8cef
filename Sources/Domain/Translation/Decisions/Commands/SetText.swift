import JSON
import Texts

/// Sets a text.
struct SetText: CommandKind {
    let locale: LanguageTag
    let string: StringID
    let value: Value

    static var verb: String { "setText" }

    func addFields(to fingerprint: inout JSONMembers) {
        fingerprint.add("locale", locale.rawValue)
        fingerprint.add(string)
        fingerprint.add("value", value.json)
    }

    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws {
        try decider.setText(locale, string, value)
        try decider.noteFindings(in: value, locale, string)
    }
}

extension Decider {
    /// Sets a text, or redefines the string if the language is the source language.
    ///
    /// If the text already has this value, is not stale and is not in conflict, no event is added.
    fileprivate mutating func setText(_ locale: LanguageTag, _ string: StringID, _ value: Value)
        throws
    {
        try requireLocale(locale)
        try requireShallow(value)
        let definitions = try requireString(string)
        if locale == source {
            var edit = DefinitionEdit()
            edit.value = value
            return try editString(string, edit)
        }
        let unit = try state.unit(locale, string, by: .nobody)
        let isSettled = unit.register.losers.isEmpty
        if let text = unit.text, text.value == value, isSettled, !text.isStale { return }
        try settle(unit)
        set(locale, string, value, over: unit, definition: definitions.current)
    }
}
