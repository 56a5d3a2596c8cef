import Texts

/// Requirements that several commands share.
extension Decider {
    /// Refuses an empty key, an empty section, and a section that cannot be a file name.
    func requireKey(_ string: StringID) throws {
        guard !string.key.isEmpty, !string.section.isEmpty else {
            throw Refusal(
                .invalidValue, "The key and the section must not be empty.",
                hint: "Give the string a key and a section.")
        }
        try requireSection(string.section)
    }

    /// Refuses a section whose files would be outside their directory.
    ///
    /// Also refuses a name that some file systems reject. Both are checked here, not during export,
    /// because events are permanent: a single such section would block all exports forever.
    private func requireSection(_ section: String) throws {
        guard !SafePath.isSafe(section) else { return }
        throw Refusal(
            .unsafePath, "The section “\(section)” cannot be used as a file name.",
            hint: "Choose a name that works as a file name or path, such as auth or admin/users.")
    }

    /// Returns the language's own text for a string.
    ///
    /// Refuses a unit that has no text of its own, and units in the source language.
    func requireText(_ name: UnitID) throws -> TextState {
        try requireLocale(name.locale)
        _ = try requireString(name.string)
        guard name.locale != source else {
            throw Refusal(
                .sourceLanguage,
                "\(name.locale) is the source language: its texts are always reviewed.",
                hint: Refusal.Hint(
                    typed: "`dragoman string edit` changes a source text.",
                    http: "`PATCH /string` changes it.", page: "Change the string instead."))
        }
        if let text = try state.unit(name.locale, name.string, by: .nobody).text { return text }
        let inherited = try state.inheritedText(name.locale, name.string)
        throw Refusal(
            .noText,
            "There is no text for “\(name.string.spelled(in: state.project))” in \(name.locale).",
            hint: inherited.map { "It is inherited from \($0.locale): review it there." }
                ?? .setText)
    }

    /// Returns the names in their original order, without duplicates.
    static func unique<Name: Hashable>(_ names: [Name]) -> [Name] {
        var seen: Set<Name> = []
        return names.filter { seen.insert($0).inserted }
    }

    /// Refuses a proposal that the same command decides twice, because neither event would
    /// reference the other.
    mutating func settle(_ proposal: Proposal) throws {
        guard !settled.settle(proposal: proposal.id) else { return }
        throw Refusal(
            .contradiction, "Proposal \(proposal.id) would be decided twice.",
            hint: "Decide it only once.")
    }

    /// Refuses a text that the same command sets twice.
    mutating func settle(_ unit: Unit) throws {
        guard !settled.settle(text: UnitID(unit.locale, unit.string)) else { return }
        throw Refusal(
            .contradiction,
            "The text for “\(unit.string.spelled(in: state.project))” in \(unit.locale) would be set twice.",
            hint: "Set it only once.")
    }

    /// A hint that explains how to identify the actor.
    static var giveIdentity: Refusal.Hint {
        Refusal.Hint(
            typed: "Give a guid with --guid, or set Git's user.name and user.email.",
            http: "Send a guid in Dragoman-Guid, or a person's token.", page: "Sign in first.")
    }
}
