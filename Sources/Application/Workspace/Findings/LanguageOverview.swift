public import ReadModel
public import Texts
public import Translation

/// A row in a table of languages.
public struct LanguageOverview: Sendable {
    /// The progress of the translation.
    public let status: StatusRow
    /// The attributes of the language in the project, or `nil` for the source language.
    public let attributes: LocaleAttributes?
    /// The number of strings with findings, or `nil` if they have not been counted yet.
    public let findings: FindingCounts?
    /// The newest event about the language, with its author and time.
    public let lastChange: Event?

    /// The language that the row describes.
    public var locale: LanguageTag { status.locale }
    /// Whether the language is announced, but its translation has not started.
    public var isPlanned: Bool { attributes?.isPlanned == true }
}

extension Snapshot {
    /// Returns a row for each language, the source language first.
    ///
    /// Cost: reads a few rows for each language, regardless of the number of strings.
    public func languageOverviews() throws -> [LanguageOverview] {
        let locales = try locales()
        let findings = try model.findingCounts()
        let changes = try model.lastEvents()
        return try zip(locales, model.status(of: locales)).map { locale, status in
            LanguageOverview(
                status: status, attributes: try model.locale(locale)?.attributes,
                findings: findings.map { $0[locale] ?? FindingCounts() },
                lastChange: changes[locale])
        }
    }

    /// Returns the number of strings in each state, for the filter chips above a list.
    ///
    /// Only the section and the query of the filter apply. Cost: see
    /// ``ReadModel/ReadModel/listCounts(locale:chain:filter:)``.
    public func listCounts(locale: LanguageTag, filter: UnitListFilter) throws -> ListCounts {
        try model.listCounts(locale: locale, chain: model.lenders(to: locale), filter: filter)
    }

    /// Returns a page of the strings that match a filter, in the order of entries.
    ///
    /// If no findings have been stored yet, the rows contain only findings from the text checks,
    /// without the checks across strings. In that case, no string has the state
    /// ``ReadModel/UnitListState/findings``.
    public func unitList(
        locale: LanguageTag, filter: UnitListFilter, after place: EntryFilter.Place? = nil,
        limit: Int = 100
    ) throws -> UnitPage {
        let page = try model.unitList(
            locale: locale, chain: model.lenders(to: locale), filter: filter, after: place,
            limit: limit)
        guard !page.hasFindings, locale != project.source else { return page }
        let context = try checkContext()
        let rows = try page.rows.map { row in
            guard let text = row.entry.text, row.entry.definition.isTranslatable else { return row }
            return UnitRow(
                entry: row.entry,
                findings: context.findings(
                    of: text.value, for: row.entry.definition, locale: locale,
                    silenced: try model.silencedChecks(locale, row.entry.string)))
        }
        return UnitPage(rows: rows, next: page.next, hasFindings: false)
    }

    /// Returns the number of strings that match a filter.
    ///
    /// Cost: reads all strings.
    public func unitCount(locale: LanguageTag, filter: UnitListFilter) throws -> Int {
        try model.unitCount(locale: locale, chain: model.lenders(to: locale), filter: filter)
    }

    /// Returns the sections in order, each with its number of strings.
    public func sectionCounts() throws -> [SectionCount] { try model.sectionCounts() }
}
