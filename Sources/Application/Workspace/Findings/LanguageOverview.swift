public import ReadModel
public import Texts
public import Translation

/// What a table of languages says of one.
public struct LanguageOverview: Sendable {
    /// How far it is.
    public let status: StatusRow
    /// What the project says of it; `nil` for the source language.
    public let attributes: LocaleAttributes?
    /// How many of its strings have findings; `nil` while they are not counted yet.
    public let findings: FindingCounts?
    /// The newest event that speaks of it: who did what, and when.
    public let lastChange: Event?

    /// The language.
    public var locale: LanguageTag { status.locale }
    /// Whether it is announced and nobody works on it yet.
    public var isPlanned: Bool { attributes?.isPlanned == true }
}

extension Snapshot {
    /// What a table of languages says of each, the source first.
    ///
    /// Cost: some rows for each language, however many strings there are.
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

    /// How many strings of a section or a search are in each state, for a list's chips.
    ///
    /// Of the filter, the section and the query count. Cost: see ``ReadModel/ReadModel/listCounts(locale:chain:filter:)``.
    public func listCounts(locale: LanguageTag, filter: UnitListFilter) throws -> ListCounts {
        try model.listCounts(locale: locale, chain: model.lenders(to: locale), filter: filter)
    }

    /// A part of the strings that a filter lets through, in the order of entries.
    ///
    /// While there are no findings to be read, those of the rows are made by the checks of texts, without those across strings, and
    /// no string is in ``ReadModel/UnitListState/findings``.
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

    /// The sections in their order, and how many strings each has.
    public func sectionCounts() throws -> [SectionCount] { try model.sectionCounts() }
}
