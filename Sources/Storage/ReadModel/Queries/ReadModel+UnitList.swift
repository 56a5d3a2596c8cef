import GRDB
import JSON
import Languages
public import Texts
import Translation

extension ReadModel {
    /// Returns the number of strings in each state, for a section or a search.
    ///
    /// Only the filter's section and query apply. Cost: reads a few rows if the filter has neither
    /// a section nor a query, and the guid's proposals if the filter has a guid. Otherwise reads
    /// the strings in the section, or all strings; with a query, until enough strings match.
    public func listCounts(
        locale: LanguageTag, chain: [LanguageTag], filter: UnitListFilter
    ) throws -> ListCounts {
        if filter.query != nil { return try searchCounts(locale, chain, filter) }
        if filter.section == nil {
            let counts = try wholeCounts(locale)
            guard filter.withoutProposalsOf != nil else { return counts }
            return counts.subtracting(
                try scannedCounts(locale, chain, filter, isOnlyProposed: true))
        }
        var counts = try scannedCounts(locale, chain, filter)
        counts.findings = try findingCounts(of: locale, section: filter.section)
        return counts
    }

    private func scannedCounts(
        _ locale: LanguageTag, _ chain: [LanguageTag], _ filter: UnitListFilter,
        isOnlyProposed: Bool = false
    ) throws -> ListCounts {
        var counts = ListCounts()
        let query = UnitListQuery(
            locale: locale, chain: chain, filter: filter, findings: nil,
            isOnlyProposed: isOnlyProposed
        ).counts()
        try read { db in
            try db.cachedStatement(sql: query.sql).forEachRow(query.1) { row in
                counts[.all] = Int(row.number(0) ?? 0)
                for (index, state) in UnitListQuery.scannedStates.enumerated() {
                    counts[state] = Int(row.number(Int32(index + 1)) ?? 0)
                }
            }
        }
        return counts
    }

    private func wholeCounts(_ locale: LanguageTag) throws -> ListCounts {
        let status = try status(of: locale)
        var counts = ListCounts()
        counts[.all] = try sectionCounts().reduce(0) { $0 + $1.strings }
        counts[.missing] = status.missing
        counts[.stale] = status.stale + status.inheritedStale
        counts[.proposed] = status.proposed
        counts[.flagged] = status.flagged
        counts[.unreviewed] = status.translated - status.reviewed
        counts[.inherited] = status.inherited
        counts[.conflicts] = status.conflicts
        counts.findings = try findingCounts()?[locale] ?? (findingsPosition == nil ? nil : .init())
        return counts
    }

    private func searchCounts(
        _ locale: LanguageTag, _ chain: [LanguageTag], _ filter: UnitListFilter
    ) throws -> ListCounts {
        let language = try findingsLanguage(locale)
        let query = UnitListQuery(
            locale: locale, chain: chain, filter: filter, findings: language
        ).scan(after: nil, isOrdered: false)
        let search = SearchPhrase(filter.query ?? "")
        var all = 0
        var byState = UnitListQuery.scannedStates.map { _ in 0 }
        var byBit: [Int: Int] = [:]
        var isPartial = false
        try read { db in
            try db.cachedStatement(sql: query.sql).forEachRowWhile(query.1) { row in
                guard try search.matches(row) else { return true }
                isPartial = all == filter.mostCounted
                guard !isPartial else { return false }
                all += 1
                let states = row.number(2) ?? 0
                for index in byState.indices where states & (1 << index) != 0 {
                    byState[index] += 1
                }
                for bit in FindingMask.counted(row.number(1) ?? 0) { byBit[bit, default: 0] += 1 }
                return true
            }
        }
        var counts = ListCounts()
        counts.isPartial = isPartial
        counts[.all] = all
        for (state, count) in zip(UnitListQuery.scannedStates, byState) { counts[state] = count }
        if try findingsPosition != nil {
            var findings = FindingCounts()
            for (bit, count) in byBit.sorted(by: { $0.key < $1.key }) {
                findings.add(bit: bit, strings: count)
            }
            counts.findings = findings
        }
        return counts
    }

    /// Returns the sections in order, with the number of strings in each.
    ///
    /// Cost: an index scan of the strings.
    public func sectionCounts() throws -> [SectionCount] {
        try read { db in
            var counts: [SectionCount] = []
            try db.cachedStatement(
                sql: """
                    SELECT section, count(*) FROM string WHERE is_existing
                    GROUP BY section ORDER BY section
                    """
            ).forEachRow([]) { row in
                counts.append(
                    SectionCount(section: row.text(0) ?? "", strings: Int(row.number(1) ?? 0)))
            }
            return counts
        }
    }

    /// Returns a page of the strings that match a filter, in the order of entries.
    ///
    /// Cost: reads the strings up to the last returned string; a search also reads their texts.
    public func unitList(
        locale: LanguageTag, chain: [LanguageTag], filter: UnitListFilter,
        after place: EntryFilter.Place? = nil, limit: Int
    ) throws -> UnitPage {
        let language = try findingsLanguage(locale)
        let numbers = try numbers(locale, chain, filter, language, after: place, limit: limit + 1)
        let entries = try entries(numbers, locale: locale, chain: chain)
        let findings = try findings(of: numbers.prefix(limit), in: language)
        let rows = zip(numbers, entries).prefix(limit).map { number, entry in
            UnitRow(entry: entry, findings: findings[number] ?? [])
        }
        return UnitPage(
            rows: rows, next: entries.count > limit ? rows.last?.entry.place : nil,
            hasFindings: try findingsPosition != nil)
    }

    func numbers(
        _ locale: LanguageTag, _ chain: [LanguageTag], _ filter: UnitListFilter, _ language: Int64?,
        after place: EntryFilter.Place?, limit: Int
    ) throws -> [Int64] {
        // Omit joins that no condition needs.
        let needsFindings = filter.state == .findings ? language : nil
        let query = UnitListQuery(
            locale: locale, chain: chain, filter: filter, findings: needsFindings,
            isRare: try needsFindings != nil && findingsAreRare(locale, filter.check))
        return try read { db in
            var numbers: [Int64] = []
            guard let text = filter.query else {
                let query = query.numbers(after: place, limit: limit)
                try db.cachedStatement(sql: query.sql).forEachRow(query.1) { row in
                    if let number = row.number(0) { numbers.append(number) }
                }
                return numbers
            }
            let search = SearchPhrase(text)
            let scan = query.scan(after: place, isOrdered: true)
            try db.cachedStatement(sql: scan.sql).forEachRowWhile(scan.1) { row in
                if try search.matches(row), let number = row.number(0) { numbers.append(number) }
                return numbers.count < limit
            }
            return numbers
        }
    }

    /// The number of strings with findings up to which a list reads the findings first.
    ///
    /// Sorting that many strings takes about a millisecond. Finding them in the order of 50,000
    /// strings takes up to 25 times as long.
    private static let fewFindings = 2_000

    private func findingsAreRare(_ locale: LanguageTag, _ check: String?) throws -> Bool {
        guard let counts = try findingCounts() else { return false }
        let found = counts[locale] ?? FindingCounts()
        let matching =
            check.map { check in
                found.byCheck.first { $0.name.hasSameBytes(as: check) }?.strings ?? 0
            } ?? found.strings
        return matching <= Self.fewFindings
    }

    /// Returns the entries of the given strings, in the given order.
    private func entries(
        _ numbers: [Int64], locale: LanguageTag, chain: [LanguageTag]
    ) throws -> [Entry] {
        let ancestors = InheritedText(of: locale, chain: chain)
        return try read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(Self.entryColumns())
                    FROM (SELECT *, \(ancestors.expression) AS inherited FROM string s) s
                    LEFT JOIN unit_state u ON u.locale = ? AND u.string = s.subject
                    LEFT JOIN unit_state i ON i.subject = s.inherited
                    WHERE s.subject = ?
                    """)
            return try numbers.compactMap { number in
                try Row.fetchOne(
                    statement, arguments: ancestors.arguments + [locale.rawValue, number]
                ).flatMap { try Entry($0) }
            }
        }
    }
}

extension SearchPhrase {
    /// Returns true if the key, source, comment or shown text in a row contains the phrase.
    fileprivate func matches(_ row: StatementRow) throws -> Bool {
        if row.bytes(3, mayMatch) ?? false, matches(row.text(3) ?? "") { return true }
        if row.bytes(5, mayMatch) ?? false, try row.storedValue(5).map(matches) ?? false {
            return true
        }
        guard row.bytes(4, mayMatch) ?? false, let json = row.blob(4) else { return false }
        let definition = try Definition(json: .parse(json))
        return matches(definition.value) || definition.comment.map(matches) ?? false
    }

    /// Returns true if a form of a value contains the phrase.
    func matches(_ value: Texts.Value) -> Bool { value.texts.contains { matches($0.text) } }
}
