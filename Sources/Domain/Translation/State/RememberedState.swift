import Texts

/// A state with a cache for decisions about many texts.
///
/// For each text, an import needs the language, the string's definition, and the current text.
/// Languages and definitions are the same for thousands of texts, and most strings in a new
/// language have no current text. The cache reads the list of strings in each queried language
/// once. It is therefore not worthwhile for decisions about a few texts.
final class RememberedState<Base: StateReader>: StateReader {
    private let base: Base
    private var locales: [LanguageTag: LocaleState?] = [:]
    private var lenders: [LanguageTag: [LanguageTag]] = [:]
    private var sourceUnits: [StringID: Unit] = [:]
    /// The strings that have events, by language.
    private var strings: [LanguageTag: Set<StringID>] = [:]
    /// The unit that was last read in each language.
    ///
    /// Lenders are queried more than once.
    private var latest: [LanguageTag: Unit] = [:]

    init(_ base: Base) { self.base = base }

    var project: Project { base.project }

    func locale(_ tag: LanguageTag) throws -> LocaleState? {
        if let known = locales[tag] { return known }
        let state = try base.locale(tag)
        locales.updateValue(state, forKey: tag)
        return state
    }

    func lenders(to locale: LanguageTag) throws -> [LanguageTag] {
        if let known = lenders[locale] { return known }
        let found = try base.lenders(to: locale)
        lenders[locale] = found
        return found
    }

    func unit(_ locale: LanguageTag, _ string: StringID) throws -> Unit {
        guard locale != project.source else { return try sourceUnit(string) }
        guard try stringsWithEvents(in: locale).contains(string) else {
            let definitions = try sourceUnit(string).definitions
            return Unit(locale: locale, string: string, events: [], source: definitions) { _ in nil
            }
        }
        if let known = latest[locale], known.string == string { return known }
        let unit = try base.unit(locale, string)
        latest[locale] = unit
        return unit
    }

    private func sourceUnit(_ string: StringID) throws -> Unit {
        if let known = sourceUnits[string] { return known }
        let unit = try base.unit(project.source, string)
        sourceUnits[string] = unit
        return unit
    }

    private func stringsWithEvents(in locale: LanguageTag) throws -> Set<StringID> {
        if let known = strings[locale] { return known }
        let found = Set(try base.strings(in: locale))
        strings[locale] = found
        return found
    }

    // MARK: Uncached queries

    func localeTags() throws -> [LanguageTag] { try base.localeTags() }
    func setting(_ name: String) throws -> SettingState { try base.setting(name) }

    func proposalLocation(_ id: EventID) throws -> (locale: LanguageTag, string: StringID)? {
        try base.proposalLocation(id)
    }

    func event(_ id: EventID) throws -> Event? { try base.event(id) }
    func locales(of string: StringID) throws -> [LanguageTag] { try base.locales(of: string) }
    func strings(in locale: LanguageTag) throws -> [StringID] { try base.strings(in: locale) }

    func events(
        of owner: Event.IdempotencyOwner?, withKeysBeginning prefix: String
    ) throws -> [Event] {
        try base.events(of: owner, withKeysBeginning: prefix)
    }

    func events(of subject: Subject) throws -> [Event] { try base.events(of: subject) }
    func existingStrings() throws -> [StringID] { try base.existingStrings() }
}
