import ReadModel
public import Texts
public import Translation

/// A text that was looked up, and where it comes from.
public struct FoundText: Sendable {
    /// What it says.
    public internal(set) var value: Value
    /// The language that supplied it.
    public let suppliedBy: LanguageTag
    /// Whether it came through review.
    public let isReviewed: Bool
    /// Whether its source has changed since.
    public let isStale: Bool
    /// What the string says in the source language.
    public let source: Value
    /// The proposal that is shown in place of the text.
    public let proposal: EventID?
}

/// A number for which the form of a text is wanted.
public struct CountQuery: Sendable {
    /// The number as it is written: ASCII digits, with an optional sign and fraction.
    public let number: String
    /// Whether it is a place in an order.
    public let isOrdinal: Bool

    /// Takes a number; nil for a text that is none.
    public init?(_ number: String, isOrdinal: Bool) {
        guard PluralRules.category(forDecimal: number, in: "en", .cardinal) != nil else {
            return nil
        }
        self.number = number
        self.isOrdinal = isOrdinal
    }

    /// What it means for texts of a language.
    func count(in locale: LanguageTag, isStrict: Bool) -> Value.Count {
        let category = PluralRules.category(
            forDecimal: number, in: locale.rawValue, isOrdinal ? .ordinal : .cardinal)
        return Value.Count(
            by: isOrdinal ? .ordinal : .plural, number: number,
            category: (category ?? .other).rawValue, isStrict: isStrict)
    }
}

/// What is asked of a lookup besides a language and a string.
public struct LookupOptions: Sendable {
    /// Whether a missing text is taken from the language's chain and at last from the source.
    public var fallsBack: Bool
    /// The guid whose open proposal is shown in place of a text.
    public var guid: String?
    /// The number for which a form is wanted.
    public var count: CountQuery?
    /// The context that an app of i18next names.
    public var context: String?

    /// States what is asked.
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
    /// The text of a string in a language.
    ///
    /// With `fallsBack`, a missing one is taken from the language's chain and at last from the source. With a
    /// guid, its open proposal is shown in place of the text. With a number, a text without a form for it is
    /// a missing one; the rules are those of the language that supplies the text.
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

    /// The text of the first of some languages that has one.
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

    /// The open proposal of the guid that is asked with, in place of a text.
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

    /// Returns the source text of the string that a proposal is for, or `nil` if the string does not exist.
    public func sourceValue(ofProposal id: EventID) throws -> Value? {
        try model.event(id)?.string(in: project).flatMap(sourceValue)
    }

    /// The plain text that a language has for a string, for an editor to begin with; empty if there is none.
    public func presentText(_ locale: LanguageTag, _ key: KeyArgument) throws -> String {
        let unit = try model.unit(locale, try string(key))
        return unit.text?.value.plainText ?? ""
    }
}
