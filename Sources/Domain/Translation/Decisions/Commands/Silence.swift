import JSON
import Texts

/// Silences a check for texts.
struct Silence: CommandKind {
    let units: [UnitID]
    let check: String
    let reason: String?

    static var verb: String { "silence" }

    func addFields(to fingerprint: inout JSONMembers) {
        fingerprint.add(units, reason)
        fingerprint.add("check", check)
    }

    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws {
        try decider.silence(units, check: check, reason: reason)
    }
}

extension Decider {
    /// Silences a check for texts.
    ///
    /// Skips texts for which the check is already silenced, unless a reason is given. The check
    /// stays silenced when the text changes. The text does not have to exist, because `missing` is
    /// also a check.
    mutating func silence(_ names: [UnitID], check: String, reason: String?) throws {
        let info = try CheckInfo.named(check)
        for name in Self.unique(names) {
            try requireLocale(name.locale)
            _ = try requireString(name.string)
            guard name.locale != source else {
                throw Refusal(
                    .sourceLanguage,
                    "\(name.locale) is the source language: its texts are not checked.",
                    hint: "Specify the language of a translation, not the source language.")
            }
            let unit = try state.unit(name.locale, name.string, by: .nobody)
            let isSilenced = unit.silencedChecks.contains(Value.Text(info.name))
            guard !isSilenced || reason != nil else { continue }
            add(
                .checkSilenced(check: info.name, reason: reason), locale: name.locale,
                string: name.string)
        }
    }
}
