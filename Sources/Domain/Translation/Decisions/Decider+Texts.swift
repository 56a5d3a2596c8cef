import JSON
import Texts

extension Decider {
    /// Sets a text; in the source language, defines the string anew.
    ///
    /// What stands already is no event.
    mutating func setText(_ locale: LanguageTag, _ string: StringID, _ value: Value) throws {
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

    @discardableResult
    mutating func set(
        _ locale: LanguageTag, _ string: StringID, _ value: Value, over unit: Unit,
        definition: EventID?, meta: JSONObject? = nil
    ) -> EventID {
        add(
            .translationSet(value), locale: locale, string: string, seen: unit.register.seen,
            source: definition, meta: meta)
    }

    /// Tells the giver of a text what is wrong with it, or refuses it where the wish or the project is strict.
    mutating func noteFindings(
        in value: Value, _ locale: LanguageTag, _ string: StringID
    ) throws {
        guard locale != source, !decision.events.isEmpty,
            let definition = try state.definitions(string).currentDefinition
        else { return }
        let silenced = try state.unit(locale, string, by: .nobody).silencedChecks
        let findings = try checkContext().findings(
            of: value, for: definition, locale: locale, silenced: silenced
        ).filter { $0.severity > .info }
        let isStrict = try setting(.strict)?.boolValue ?? false
        let blocking = isStrict ? try blockingChecks() : []
        let reasons = findings.filter {
            context.isStrict || blocking.contains(Value.Text($0.check))
        }
        guard !reasons.isEmpty else {
            decision.notices += findings.map(\.message)
            return
        }
        throw Refusal(
            .failedChecks,
            "The text for “\(string.spelled(in: state.project))” in \(locale) is refused: "
                + reasons.map(\.message).joined(separator: " "),
            hint: Refusal.Hint(
                typed:
                    "Mend the text, or have `dragoman silence \(locale) KEY \(reasons[0].check)` say that it is right"
                    + (context.isStrict ? ", or leave --strict out." : "."),
                http: "Correct the text, or mark the check \(reasons[0].check) as silenced for it"
                    + (context.isStrict ? ", or send `\"strict\": false`." : "."),
                page: "Correct the text, or silence the check for it."))
    }

    mutating func unsetText(_ locale: LanguageTag, _ string: StringID) throws {
        try requireLocale(locale)
        guard locale != source else {
            throw Refusal(
                .sourceLanguage, "\(locale) is the source language: its text is the string itself.",
                hint: Refusal.Hint(
                    typed: "`dragoman string remove` takes the string out.",
                    http: "`DELETE /string` removes the string.", page: "Remove the string instead."
                ))
        }
        let unit = try state.unit(locale, string, by: .nobody)
        guard unit.text != nil || !unit.register.losers.isEmpty else {
            if try state.exists(string) { return }
            throw unknownKey(string)
        }
        try settle(unit)
        add(.translationRemoved, locale: locale, string: string, seen: unit.register.seen)
    }
}
