import JSON
import Texts

/// Removes a language.
struct RemoveLocale: CommandKind {
    let locale: LanguageTag

    static var verb: String { "removeLocale" }

    var goesAlone: Bool { true }

    func addFields(to fingerprint: inout JSONMembers) {
        fingerprint.add("locale", locale.rawValue)
    }

    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws {
        guard locale != decider.source else {
            throw Refusal(
                .sourceLanguage, "\(locale) is the source language and cannot be removed.",
                hint: "Remove its strings, or start a new project.")
        }
        try decider.requireLocale(locale)
        let now = try decider.state.locale(locale)
        decider.add(.localeRemoved, locale: locale, seen: now?.register.seen ?? (nil, []))
    }
}
