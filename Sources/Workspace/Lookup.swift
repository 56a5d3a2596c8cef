public import ReadModel
public import Translation

/// A text that was looked up, and where it comes from.
public struct FoundText: Sendable {
    /// What it says.
    public let value: Value
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

extension Workspace {
    /// The text of a string in a language.
    ///
    /// With `fallsBack`, a missing one is taken from the language's chain and at last from the source. With a
    /// guid, its open proposal is shown in place of the text.
    public func text(
        _ locale: LanguageTag, _ string: StringID, fallsBack: Bool, guid: String?,
        in model: ReadModel
    ) throws -> FoundText? {
        guard let definition = try model.definitions(string).currentDefinition else { return nil }
        let unit = try model.unit(locale, string)
        if let guid,
            let proposal = unit.openProposal(of: HashedGuid(guid: guid, project: project))
        {
            return FoundText(
                value: proposal.proposed.value, suppliedBy: locale, isReviewed: false,
                isStale: proposal.isOutdated, source: definition.value, proposal: proposal.id)
        }
        let stored = fallsBack ? try model.locale(locale)?.attributes?.fallback ?? [] : []
        let chain = try stored.filter {
            try $0 == project.source || model.locale($0)?.exists == true
        }
        let last = fallsBack && !chain.contains(project.source) ? [project.source] : []
        for tag in [locale] + chain + last {
            guard let text = try model.unit(tag, string).text else { continue }
            return FoundText(
                value: text.value, suppliedBy: tag, isReviewed: text.isReviewed,
                isStale: text.isStale, source: definition.value, proposal: nil)
        }
        return nil
    }

    /// The plain text that a language has for a string, for an editor to begin with; empty if there is none.
    public func presentText(_ locale: LanguageTag, _ key: KeyArgument) throws -> String {
        let model = try model(at: .tip)
        let unit = try model.unit(locale, try string(key, in: model))
        return unit.text?.value.plainText ?? ""
    }
}
