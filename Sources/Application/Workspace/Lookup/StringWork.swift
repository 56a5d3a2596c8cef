import ReadModel
public import Texts
public import Translation

/// The work on a source string in one language, which a change to the string affects.
public struct StringWork: Sendable {
    /// The string in the language.
    public let unit: Unit
    /// True for the source language, whose text is the string's own.
    public let isSource: Bool

    /// The language.
    public var locale: LanguageTag { unit.locale }

    /// The translation, or `nil` if there is none, or in the source language.
    public var translation: TextState? { isSource ? nil : unit.text }

    /// The open proposals.
    public var openProposals: [Proposal] { unit.proposals.filter { $0.state == .open } }

    /// The number of comments.
    public var comments: Int {
        unit.remarks.count { if case .commentAdded = $0.payload { true } else { false } }
    }

    /// Returns true if the translation becomes stale when the source text becomes `value`.
    public func becomesStale(after value: Value) -> Bool {
        guard let translation, !translation.isStale else { return false }
        return unit.definitions.isStale(madeFor: translation.event.source, after: value)
    }

    /// Returns true if the translation is stale, but fits `value`.
    public func becomesCurrent(after value: Value) -> Bool {
        guard let translation, translation.isStale else { return false }
        return !unit.definitions.isStale(madeFor: translation.event.source, after: value)
    }

    /// Returns the open proposals that become outdated when the source text becomes `value`.
    ///
    /// In the source language, these are all proposals, because they were made for the present text.
    public func proposalsOutdated(after value: Value) -> [Proposal] {
        openProposals.filter { proposal in
            !proposal.isOutdated
                && (isSource
                    || unit.definitions.isStale(madeFor: proposal.event.source, after: value))
        }
    }
}

extension Snapshot {
    /// Returns the work on a string in each language of the project that has any, the source
    /// language first.
    ///
    /// Cost: reads the string's events in all languages.
    public func work(on string: StringID) throws -> [StringWork] {
        let touched = try Set(model.locales(of: string))
        return try locales().filter(touched.contains).map { locale in
            StringWork(unit: try model.unit(locale, string), isSource: locale == project.source)
        }
    }
}
