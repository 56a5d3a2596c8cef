import JSON
public import Texts

/// The state queries that a decision makes.
///
/// Most queries concern one string or one language. The cost of a decision therefore depends on the
/// size of the change, not on the size of the project. The in-memory fold and the read model
/// implement this protocol.
public protocol StateReader {
    /// The project's facts.
    var project: Project { get }
    /// Returns the state of a language that the project has or had, or `nil` if it has no events.
    func locale(_ tag: LanguageTag) throws -> LocaleState?
    /// Returns the tags of the existing languages, ascending.
    func localeTags() throws -> [LanguageTag]
    /// Returns the languages that lend their texts to a language, nearest first.
    ///
    /// See ``LocaleAttributes/lenders(to:source:exists:)``.
    func lenders(to locale: LanguageTag) throws -> [LanguageTag]
    /// Returns the state of a string in a language.
    ///
    /// The string may have no events in that language.
    func unit(_ locale: LanguageTag, _ string: StringID) throws -> Unit
    /// Returns the state of a string in a language.
    ///
    /// Other guids' proposals, and comments on them, may be missing. This keeps the cost low even
    /// if there are many other proposals.
    func unit(
        _ locale: LanguageTag, _ string: StringID, by proposers: Proposers
    ) throws -> Unit
    /// Returns true if a string in a language has at least the given number of open proposals.
    func hasOpenProposals(
        _ locale: LanguageTag, _ string: StringID, atLeast count: Int
    ) throws -> Bool
    /// Returns the state of a setting.
    func setting(_ name: String) throws -> SettingState
    /// Returns the language and string of a proposal, or `nil` if no proposal has the id.
    func proposalLocation(_ id: EventID) throws -> (locale: LanguageTag, string: StringID)?
    /// Returns an event of any subject by its id.
    func event(_ id: EventID) throws -> Event?
    /// Returns the languages in which a string has events, ascending.
    func locales(of string: StringID) throws -> [LanguageTag]
    /// Returns the strings that have events in a language, in arbitrary order.
    func strings(in locale: LanguageTag) throws -> [StringID]
    /// Returns the events whose idempotency keys start with a prefix, including aliases.
    ///
    /// If `owner` is nil, returns the events of all owners. Their order is arbitrary.
    func events(
        of owner: Event.IdempotencyOwner?, withKeysBeginning prefix: String
    ) throws -> [Event]
    /// Returns a subject's events without aliases, ascending by id.
    func events(of subject: Subject) throws -> [Event]
    /// Returns the strings that exist, in arbitrary order.
    func existingStrings() throws -> [StringID]
}

extension StateReader {
    /// Returns the state of a string in a language, with all proposals.
    public func unit(
        _ locale: LanguageTag, _ string: StringID, by proposers: Proposers
    ) throws -> Unit { try unit(locale, string) }

    /// Folds the string and counts its open proposals.
    public func hasOpenProposals(
        _ locale: LanguageTag, _ string: StringID, atLeast count: Int
    ) throws -> Bool {
        try unit(locale, string).proposals.count { $0.state == .open } >= count
    }

    /// Returns the text that a language inherits for a string, and the language that lends it.
    public func inheritedText(
        _ locale: LanguageTag, _ string: StringID
    ) throws -> (value: Value, locale: LanguageTag)? {
        for lender in try lenders(to: locale) {
            if let text = try unit(lender, string, by: .nobody).text { return (text.value, lender) }
        }
        return nil
    }

    /// Reads the language's attributes, and returns the languages in its fallback chain that exist.
    public func lenders(to locale: LanguageTag) throws -> [LanguageTag] {
        try self.locale(locale)?.attributes?.lenders(to: locale, source: project.source) {
            try self.locale($0)?.exists == true
        } ?? []
    }

    /// Returns a string's definitions.
    public func definitions(_ string: StringID) throws -> DefinitionHistory {
        try unit(project.source, string, by: .nobody).definitions
    }

    /// Returns true if a string exists.
    public func exists(_ string: StringID) throws -> Bool {
        try definitions(string).current != nil
    }
}
