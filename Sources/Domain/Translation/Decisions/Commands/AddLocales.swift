import JSON
import Texts

/// Adds languages, or replaces their attributes.
struct AddLocales: CommandKind {
    let locales: [(tag: LanguageTag, attributes: LocaleAttributes)]

    static var verb: String { "addLocales" }

    var goesAlone: Bool { true }

    func addFields(to fingerprint: inout JSONMembers) {
        let locales = locales.map { tag, attributes in
            JSONValue.object { members in
                members.add("locale", tag.rawValue)
                LocaleAdded.add(attributes, to: &members)
            }
        }
        fingerprint.add("locales", .array(locales))
    }

    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws {
        try decider.refuseRepeated(locales.map(\.tag))
        for (tag, attributes) in locales { try decider.addLocale(tag, attributes) }
    }
}

extension Decider {
    mutating func addLocale(_ tag: LanguageTag, _ attributes: LocaleAttributes) throws {
        guard tag != source else {
            throw Refusal(
                .exists, "\(tag) is the source language of the project.",
                hint: "Add other languages only. The source language is always part of the project."
            )
        }
        guard !attributes.fallback.contains(tag) else {
            throw Refusal(
                .contradiction, "\(tag) cannot fall back to itself.",
                hint: "Remove it from the fallback chain.")
        }
        let now = try state.locale(tag)
        if let before = now?.attributes, now?.register.losers.isEmpty == true,
            Payload.localeAdded(before) == .localeAdded(attributes)
        {
            throw Refusal(
                .exists, "The project already has the language \(tag).",
                hint: Refusal.Hint(
                    typed: "`dragoman locale list` lists the languages.",
                    http: "`GET /locales` lists the languages.",
                    page: "The project's page lists its languages."))
        }
        add(.localeAdded(attributes), locale: tag, seen: now?.register.seen ?? (nil, []))
    }

    /// Refuses a language that is given twice, because its two events would not reference each
    /// other.
    fileprivate func refuseRepeated(_ tags: [LanguageTag]) throws {
        var seen: Set<LanguageTag> = []
        for tag in tags where !seen.insert(tag).inserted {
            throw Refusal(
                .contradiction, "The language \(tag) is given twice.", hint: "Give it once.")
        }
    }
}
