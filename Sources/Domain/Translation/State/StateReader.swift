import JSON
public import Texts

/// The queries of a decision to the state.
///
/// Each is about one string or language, so that the cost of a decision depends on what it changes
/// and not on the size of the project. The fold in memory and the read model implement it.
public protocol StateReader {
    /// The project's facts.
    var project: Project { get }
    /// A language that the project has or had; `nil` if no event speaks of it.
    func locale(_ tag: LanguageTag) throws -> LocaleState?
    /// The tags of the languages that exist, ascending.
    func localeTags() throws -> [LanguageTag]
    /// The languages that lend a language the texts that it lacks, nearest first; see ``LocaleAttributes/lenders(to:source:exists:)``.
    func lenders(to locale: LanguageTag) throws -> [LanguageTag]
    /// A string in a language, without events if there are none.
    func unit(_ locale: LanguageTag, _ string: StringID) throws -> Unit
    /// A string in a language as above; proposals of others, and comments on these, may be missing.
    ///
    /// So it costs no more where many others propose.
    func unit(
        _ locale: LanguageTag, _ string: StringID, by proposers: Proposers
    ) throws -> Unit
    /// Whether at least so many proposals for a string in a language are open.
    func hasOpenProposals(
        _ locale: LanguageTag, _ string: StringID, atLeast count: Int
    ) throws -> Bool
    /// A setting.
    func setting(_ name: String) throws -> SettingState
    /// Returns the language and string of a proposal, or `nil` if none has the id.
    func proposalLocation(_ id: EventID) throws -> (locale: LanguageTag, string: StringID)?
    /// An event by its id, whatever it speaks of.
    func event(_ id: EventID) throws -> Event?
    /// The languages in which a string has events, ascending.
    func locales(of string: StringID) throws -> [LanguageTag]
    /// The strings that have events in a language, in no particular order.
    func strings(in locale: LanguageTag) throws -> [StringID]
    /// The events of an owner, or of all, with idempotency keys that begin like this, aliases among them, in no
    /// particular order.
    func events(
        of owner: Event.IdempotencyOwner?, withKeysBeginning prefix: String
    ) throws -> [Event]
    /// The events of a subject without aliases, ascending by id.
    func events(of subject: Subject) throws -> [Event]
    /// The strings that exist, in no particular order.
    func existingStrings() throws -> [StringID]
}

extension StateReader {
    /// A string in a language, with all proposals.
    public func unit(
        _ locale: LanguageTag, _ string: StringID, by proposers: Proposers
    ) throws -> Unit { try unit(locale, string) }

    /// Counts the open proposals of the folded string.
    public func hasOpenProposals(
        _ locale: LanguageTag, _ string: StringID, atLeast count: Int
    ) throws -> Bool {
        try unit(locale, string).proposals.count { $0.state == .open } >= count
    }

    /// The text that is shown for a string that a language lacks, and the language that it comes from.
    public func inheritedText(
        _ locale: LanguageTag, _ string: StringID
    ) throws -> (value: Value, locale: LanguageTag)? {
        for lender in try lenders(to: locale) {
            if let text = try unit(lender, string, by: .nobody).text { return (text.value, lender) }
        }
        return nil
    }

    /// Reads the language's attributes, and whether there are languages of their names.
    public func lenders(to locale: LanguageTag) throws -> [LanguageTag] {
        try self.locale(locale)?.attributes?.lenders(to: locale, source: project.source) {
            try self.locale($0)?.exists == true
        } ?? []
    }

    /// The definitions of a string.
    public func definitions(_ string: StringID) throws -> DefinitionHistory {
        try unit(project.source, string, by: .nobody).definitions
    }

    /// Whether a string exists.
    public func exists(_ string: StringID) throws -> Bool {
        try definitions(string).current != nil
    }
}
