import JSON
import Texts

extension Decider {
    /// Adds a definition.
    ///
    /// The caller must check that the definition is allowed.
    @discardableResult
    mutating func define(
        _ string: StringID, _ definition: Definition, seen: (base: EventID?, over: [EventID]),
        meta: JSONObject? = nil
    ) -> EventID {
        add(.stringDefined(definition), locale: source, string: string, seen: seen, meta: meta)
    }

    /// Adds a text.
    ///
    /// The caller must check that the text is allowed.
    @discardableResult
    mutating func set(
        _ locale: LanguageTag, _ string: StringID, _ value: Value, over unit: Unit,
        definition: EventID?, meta: JSONObject? = nil
    ) -> EventID {
        add(
            .translationSet(value), locale: locale, string: string, seen: unit.register.seen,
            source: definition, meta: meta)
    }

    /// Adds the findings in a text to the notices.
    ///
    /// If the command or the project is strict, blocking findings cause a refusal instead.
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
            "The text for “\(string.spelled(in: state.project))” in \(locale) fails the checks: "
                + reasons.map(\.message).joined(separator: " "),
            hint: Refusal.Hint(
                typed:
                    "Correct the text, or silence the check with `dragoman silence \(locale) KEY \(reasons[0].check)`"
                    + (context.isStrict ? ", or omit --strict." : "."),
                http: "Correct the text, or silence the check \(reasons[0].check) for it"
                    + (context.isStrict ? ", or send `\"strict\": false`." : "."),
                page: "Correct the text, or silence the check for it."))
    }

}
