import ReadModel
public import Texts
public import Translation

/// A text from a lookup, with its origin.
public struct FoundText: Sendable {
    /// The text, in the requested form.
    public internal(set) var value: Value
    /// The language that supplied the text.
    public let suppliedBy: LanguageTag
    /// Whether the text was reviewed.
    public let isReviewed: Bool
    /// Whether the source text has changed since the text was made, or the shown proposal is
    /// outdated.
    public let isStale: Bool
    /// The source text of the string.
    public let source: Value
    /// The proposal that is shown instead of the text, if any.
    public let proposal: EventID?
}

/// A number that selects a form of a text.
public struct CountQuery: Sendable {
    /// The number in decimal notation: ASCII digits, with an optional sign and fraction.
    public let number: String
    /// Whether the number is an ordinal.
    public let isOrdinal: Bool

    /// Parses a number, or returns `nil` if the text is not a number.
    public init?(_ number: String, isOrdinal: Bool) {
        guard PluralRules.category(forDecimal: number, in: "en", .cardinal) != nil else {
            return nil
        }
        self.number = number
        self.isOrdinal = isOrdinal
    }

    /// Returns the number with its plural category in a language.
    ///
    /// If `isStrict` is true, only the category's form matches, and `zero` for 0, as in i18next.
    func count(in locale: LanguageTag, isStrict: Bool) -> Value.Count {
        let category = PluralRules.category(
            forDecimal: number, in: locale.rawValue, isOrdinal ? .ordinal : .cardinal)
        return Value.Count(
            by: isOrdinal ? .ordinal : .plural, number: number,
            category: (category ?? .other).rawValue, isStrict: isStrict)
    }
}

/// The options of a lookup.
public struct LookupOptions: Sendable {
    /// Whether a missing text is looked up in the language's fallback chain, and finally in the
    /// source language.
    public var fallsBack: Bool
    /// The guid whose open proposals are shown instead of texts.
    public var guid: String?
    /// The number that selects a form of the text.
    public var count: CountQuery?
    /// The context, as passed to i18next by an app.
    public var context: String?

    /// Creates options that, by default, look up the current text in one language.
    public init(
        fallsBack: Bool = false, guid: String? = nil, count: CountQuery? = nil,
        context: String? = nil
    ) {
        self.fallsBack = fallsBack
        self.guid = guid
        self.count = count
        self.context = context
    }
}

extension Snapshot {
    /// Returns the text of a string in a language.
    ///
    /// With `fallsBack`, a missing text is looked up in the language's fallback chain, and finally
    /// in the source language. With a guid, its open proposal replaces the text. With a number, a
    /// text without a form for the number counts as missing. The plural rules of the language that
    /// supplies the text apply.
    public func text(
        _ locale: LanguageTag, _ string: StringID, _ options: LookupOptions
    ) throws -> FoundText? {
        if let found = try proposal(locale, string, options, isOfI18next: false) { return found }
        let stored = options.fallsBack ? try model.locale(locale)?.attributes?.fallback ?? [] : []
        let chain = try stored.filter {
            try $0 == project.source || model.locale($0)?.exists == true
        }
        let last = options.fallsBack && !chain.contains(project.source) ? [project.source] : []
        return try text(
            of: [locale] + chain + last, string, options, isOfI18next: false)
    }

    /// Returns the text in the first language that has a text with the requested form.
    func text(
        of locales: [LanguageTag], _ string: StringID, _ options: LookupOptions, isOfI18next: Bool
    ) throws -> FoundText? {
        guard let definition = try model.definitions(string).currentDefinition else { return nil }
        for tag in locales {
            guard let text = try model.unit(tag, string).text,
                let value = form(of: text.value, in: tag, options, isOfI18next: isOfI18next)
            else { continue }
            return FoundText(
                value: value, suppliedBy: tag, isReviewed: text.isReviewed,
                isStale: text.isStale, source: definition.value, proposal: nil)
        }
        return nil
    }

    /// Returns the open proposal of the requested guid, which replaces the text, or `nil` if there
    /// is none.
    func proposal(
        _ locale: LanguageTag, _ string: StringID, _ options: LookupOptions, isOfI18next: Bool
    ) throws -> FoundText? {
        guard let guid = options.guid,
            let definition = try model.definitions(string).currentDefinition,
            let proposal = try model.unit(locale, string).openProposal(
                of: HashedGuid(guid: guid, project: project)),
            let value = form(
                of: proposal.proposed.value, in: locale, options, isOfI18next: isOfI18next)
        else { return nil }
        return FoundText(
            value: value, suppliedBy: locale, isReviewed: false,
            isStale: proposal.isOutdated, source: definition.value, proposal: proposal.id)
    }

    private func form(
        of value: Value, in locale: LanguageTag, _ options: LookupOptions, isOfI18next: Bool
    ) -> Value? {
        guard !isOfI18next else { return I18nextFormSearch(options, in: locale).text(of: value) }
        guard let count = options.count else { return value }
        return value.form(for: count.count(in: locale, isStrict: false))
    }

    /// Returns the source text of a string, or `nil` if the string does not exist.
    public func sourceValue(of string: StringID) throws -> Value? {
        try model.definitions(string).currentDefinition?.value
    }

    /// Returns the source text of the string that a proposal is for, or `nil` if the string does
    /// not exist.
    public func sourceValue(ofProposal id: EventID) throws -> Value? {
        try model.event(id)?.string(in: project).flatMap(sourceValue)
    }

    /// Returns the plain text of a string in a language, or an empty string if there is none.
    ///
    /// An editor shows this text as its initial content.
    public func presentText(_ locale: LanguageTag, _ key: KeyArgument) throws -> String {
        let unit = try model.unit(locale, try string(key))
        return unit.text?.value.plainText ?? ""
    }
}
