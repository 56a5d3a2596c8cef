import Texts

/// Conditions that several commands share.
extension Decider {
    /// Refuses a name that no string can have: an empty one, or a section that no file can be named for.
    func requireKey(_ string: StringID) throws {
        guard !string.key.isEmpty, !string.section.isEmpty else {
            throw Refusal(
                .invalidValue, "A key and a section cannot be empty.",
                hint: "Give the string a name.")
        }
        try requireSection(string.section)
    }

    /// Refuses a section whose files would leave their directory, or that some system cannot name.
    ///
    /// Here and not at the export: events stay, and one such section would stop all exports for good.
    private func requireSection(_ section: String) throws {
        guard !SafePath.isSafe(section) else { return }
        throw Refusal(
            .unsafePath, "The section “\(section)” cannot be the name of a file.",
            hint: "Name it like a file or a path of files, such as auth or admin/users.")
    }

    /// The own text of a language, refused where there is none that could be reviewed.
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

    /// The names in their order, each once.
    static func unique<Name: Hashable>(_ names: [Name]) -> [Name] {
        var seen: Set<Name> = []
        return names.filter { seen.insert($0).inserted }
    }

    /// Refuses what the same command decides twice: of its events one would not know of the other.
    mutating func settle(_ proposal: Proposal) throws {
        guard !sofar.settle(proposal: proposal.id) else { return }
        throw Refusal(
            .contradiction, "Proposal \(proposal.id) would be decided twice.",
            hint: "Decide it once.")
    }

    /// Refuses a text that the same command sets twice.
    mutating func settle(_ unit: Unit) throws {
        guard !sofar.settle(text: UnitID(unit.locale, unit.string)) else { return }
        throw Refusal(
            .contradiction,
            "The text for “\(unit.string.spelled(in: state.project))” in \(unit.locale) would be set twice.",
            hint: "Decide for one of them.")
    }

    /// Asks whoever acts for a name.
    static var giveIdentity: Refusal.Hint {
        Refusal.Hint(
            typed: "Give a guid with --guid, or set Git's user.name and user.email.",
            http: "Send a guid as Dragoman-Guid, or a person's token.", page: "Sign in first.")
    }
}
