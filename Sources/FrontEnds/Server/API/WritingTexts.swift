import Hosting
import JSON
import Texts
import Translation
import Workspace

/// Writes of texts and marks, as specified in bodies.
extension ProjectCall {
    /// A string in a language, as a client specified it.
    typealias TextPlace = (locale: LanguageTag, key: KeyArgument)

    /// Reads `locale`, `section` and `key` from a body.
    func textPlace(in body: inout JSONBody) throws -> TextPlace {
        (
            try language(try body.requiredText("locale", upTo: 100)),
            try keyArgument(in: &body)
        )
    }

    /// Reads `value` and `strict`, and returns the write that sets a text.
    func settingText(at place: TextPlace, _ body: inout JSONBody) async throws -> RequestedWrite {
        try requireLanguage(place.locale)
        guard let value = try body.translation("value", upTo: project.settings.limits.value) else {
            throw JSONBody.missing("value")
        }
        let isStrict = try body.flag("strict")
        try body.finish()
        let string = try await string(place.key)
        return RequestedWrite(Action(.setText(place.locale, string, value)), isStrict: isStrict)
    }

    /// Returns the write that removes a text.
    func unsettingText(at place: TextPlace) async throws -> RequestedWrite {
        try requireLanguage(place.locale)
        return RequestedWrite(Action(.unsetText(place.locale, try await string(place.key))))
    }

    /// Reads `reason` and `check`, and returns the write that adds a mark.
    func marking(
        _ mark: String, at place: TextPlace, _ body: inout JSONBody
    ) async throws -> RequestedWrite {
        try requireLanguage(place.locale)
        let reason = try body.text("reason", upTo: project.settings.limits.remark)
        let check = try body.text("check", upTo: 100)
        try body.finish()
        guard (mark == "silence") == (check != nil) else {
            throw Problem(
                .usage, "“check” is required with the mark “silence”, and not allowed without it.",
                hint: "Send “check” to silence a check, and only then.")
        }
        let unit = UnitID(place.locale, try await string(place.key))
        switch mark {
        case "vouch": return RequestedWrite(Action(.vouch([unit], reason: reason)))
        case "flag": return RequestedWrite(Action(.flag([unit], reason: reason)))
        case "silence":
            return RequestedWrite(Action(.silence([unit], check: check ?? "", reason: reason)))
        default:
            throw Problem(
                ProblemCode(.invalidValue), "“\(String(mark.prefix(20)))” is not a valid mark.",
                hint: "Valid marks: vouch, flag, silence.")
        }
    }
}
