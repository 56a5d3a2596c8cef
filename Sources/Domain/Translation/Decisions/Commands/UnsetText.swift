import JSON
import Texts

/// Removes a text.
struct UnsetText: CommandKind {
    let locale: LanguageTag
    let string: StringID

    static var verb: String { "unsetText" }

    func addFields(to fingerprint: inout JSONMembers) {
        fingerprint.add("locale", locale.rawValue)
        fingerprint.add(string)
    }

    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws {
        try decider.unsetText(locale, string)
    }
}

extension Decider {
    mutating func unsetText(_ locale: LanguageTag, _ string: StringID) throws {
        try requireLocale(locale)
        guard locale != source else {
            throw Refusal(
                .sourceLanguage,
                "\(locale) is the source language: removing its text would remove the string.",
                hint: Refusal.Hint(
                    typed: "`dragoman string remove` removes the string.",
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
