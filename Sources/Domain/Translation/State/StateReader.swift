import JSON
public import Texts

/// The state queries that a decision makes.
///
/// Each is about one string or language. The cost of a decision therefore depends on what it
/// changes, not on the size of the project. The in-memory fold and the read model implement it.
public protocol StateReader {
    /// The project's facts.
    var project: Project { get }
    /// Returns a language that the project has or had, or `nil` if no event is about it.
    func locale(_ tag: LanguageTag) throws -> LocaleState?
    /// Returns the tags of the existing languages, ascending.
    func localeTags() throws -> [LanguageTag]
    /// Returns the languages that lend their texts to a language, nearest first; see
    /// ``LocaleAttributes/lenders(to:source:exists:)``.
    func lenders(to locale: LanguageTag) throws -> [LanguageTag]
    /// Returns a string in a language.
    ///
    /// It may have no events.
    func unit(_ locale: LanguageTag, _ string: StringID) throws -> Unit
    /// Returns a string in a language.
    ///
    /// Proposals of others, and comments on them, may be missing. This keeps the cost low even if
    /// there are many other proposals.
    func unit(
        _ locale: LanguageTag, _ string: StringID, by proposers: Proposers
    ) throws -> Unit
    /// Returns true if at least the given number of proposals for a string in a language are open.
    func hasOpenProposals(
        _ locale: LanguageTag, _ string: StringID, atLeast count: Int
    ) throws -> Bool
    /// Returns a setting.
    func setting(_ name: String) throws -> SettingState
    /// Returns the language and string of a proposal, or `nil` if none has the id.
    func proposalLocation(_ id: EventID) throws -> (locale: LanguageTag, string: StringID)?
    /// Returns an event by its id, for any subject.
    func event(_ id: EventID) throws -> Event?
    /// Returns the languages in which a string has events, ascending.
    func locales(of string: StringID) throws -> [LanguageTag]
    /// Returns the strings that have events in a language, in arbitrary order.
    func strings(in locale: LanguageTag) throws -> [StringID]
    /// Returns the events, including aliases, of one owner or of all whose idempotency keys have a
    /// prefix.
    ///
    /// Their order is arbitrary.
    func events(
        of owner: Event.IdempotencyOwner?, withKeysBeginning prefix: String
    ) throws -> [Event]
    /// Returns the events of a subject without aliases, ascending by id.
    func events(of subject: Subject) throws -> [Event]
    /// Returns the strings that exist, in arbitrary order.
    func existingStrings() throws -> [StringID]
}

extension StateReader {
    /// Returns a string in a language, with all proposals.
    public func unit(
        _ locale: LanguageTag, _ string: StringID, by proposers: Proposers
    ) throws -> Unit { try unit(locale, string) }

    /// Counts the open proposals of the folded string.
    public func hasOpenProposals(
        _ locale: LanguageTag, _ string: StringID, atLeast count: Int
    ) throws -> Bool {
        try unit(locale, string).proposals.count { $0.state == .open } >= count
    }

    /// Returns the inherited text of a string that the language lacks, and the language that it
    /// comes from.
    public func inheritedText(
        _ locale: LanguageTag, _ string: StringID
    ) throws -> (value: Value, locale: LanguageTag)? {
        for lender in try lenders(to: locale) {
            if let text = try unit(lender, string, by: .nobody).text { return (text.value, lender) }
        }
        return nil
    }

    /// Reads the language's attributes, and checks which of its fallback languages exist.
    public func lenders(to locale: LanguageTag) throws -> [LanguageTag] {
        try self.locale(locale)?.attributes?.lenders(to: locale, source: project.source) {
            try self.locale($0)?.exists == true
        } ?? []
    }

    /// Returns the definitions of a string.
    public func definitions(_ string: StringID) throws -> DefinitionHistory {
        try unit(project.source, string, by: .nobody).definitions
    }

    /// Returns true if a string exists.
    public func exists(_ string: StringID) throws -> Bool {
        try definitions(string).current != nil
    }
}
