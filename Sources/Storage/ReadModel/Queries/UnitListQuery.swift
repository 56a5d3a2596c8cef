import GRDB
import Texts
import Translation

/// Builds the queries for a list of strings in a language.
struct UnitListQuery {
    private let locale: LanguageTag
    private let chain: [LanguageTag]
    private let filter: UnitListFilter
    /// The language's number in the findings, or `nil` if the query does not use findings.
    private let findings: Int64?
    /// True to select only the strings that ``UnitListFilter/withoutProposalsOf`` leaves out.
    private let isOnlyProposed: Bool
    /// True if few strings match, so that reading the findings first is faster than reading the
    /// strings in order.
    private let isRare: Bool

    init(
        locale: LanguageTag, chain: [LanguageTag], filter: UnitListFilter, findings: Int64?,
        isOnlyProposed: Bool = false, isRare: Bool = false
    ) {
        self.isOnlyProposed = isOnlyProposed
        self.isRare = isRare && findings != nil
        self.locale = locale
        self.chain = chain.filter { $0 != locale }.prefix(InheritedText.longestChain).map(\.self)
        self.filter = filter
        self.findings = findings
    }

    /// The states that ``counts()`` counts and ``scan(after:isOrdered:)`` returns as bits, in
    /// order.
    static let scannedStates: [UnitListState] = [
        .missing, .stale, .proposed, .flagged, .unreviewed, .inherited, .conflicts,
    ]

    /// Returns a query for the numbers of the strings in the filter's section and state, in order.
    func numbers(after place: EntryFilter.Place?, limit: Int) -> (sql: String, StatementArguments) {
        var query = statement("s.subject", whereState: true, after: place)
        query.sql += Self.order + " LIMIT \(limit)"
        return query
    }

    /// Returns a query for the number of the section's strings in each state: all strings, then
    /// ``scannedStates``.
    func counts() -> (sql: String, StatementArguments) {
        let sums = Self.scannedStates.map { "total(\(condition($0)))" }
        return statement(
            (["count(*)"] + sums).joined(separator: ", "), whereState: false, after: nil)
    }

    /// Returns a query for the data that a search compares.
    ///
    /// The query returns the strings in the filter's section. If `isOrdered` is true, it returns
    /// only the strings in the filter's state, in order. The columns are:
    ///
    /// - the number of the string
    /// - the checks with findings, as bits
    /// - the states, as bits, or 0 if `isOrdered` is true
    /// - the key, the definition and the shown text
    func scan(
        after place: EntryFilter.Place?, isOrdered: Bool
    ) -> (sql: String, StatementArguments) {
        // SQLite gives `<<` and `|` the same precedence, so each shift needs parentheses.
        let bits = Self.scannedStates.enumerated().map { "((\(condition($1))) << \($0))" }
        var query = statement(
            """
            s.subject, \(findings == nil ? "0" : "f.own | f.across"),
            \(isOrdered ? "0" : bits.joined(separator: " | ")),
            s.key, s.definition, coalesce(u.value, \(chain.isEmpty ? "NULL" : "i.value"))
            """, whereState: isOrdered, after: place)
        if isOrdered { query.sql += Self.order }
        return query
    }

    private static let order = " ORDER BY s.section, s.position IS NULL, s.position, s.key"

    private func statement(
        _ columns: String, whereState: Bool, after place: EntryFilter.Place?
    ) -> (sql: String, StatementArguments) {
        var arguments: [String: (any DatabaseValueConvertible)?] = ["locale": locale.rawValue]
        var tables =
            isRare
            ? "\(FindingsSchema.name).unit f CROSS JOIN string s ON s.subject = f.string"
            : "string s"
        tables += " LEFT JOIN unit_state u ON u.locale = :locale AND u.string = s.subject"
        if !chain.isEmpty {
            let lookups = chain.indices.map { index in
                arguments["lender\(index)"] = chain[index].rawValue
                return """
                    (SELECT c.subject FROM unit_state c
                     WHERE c.locale = :lender\(index) AND c.string = s.subject AND c.event IS NOT NULL)
                    """
            }
            tables += """
                 LEFT JOIN unit_state i ON u.event IS NULL
                  AND i.subject = coalesce(\((lookups + ["NULL"]).joined(separator: ", ")))
                """
        }
        if let findings, !isRare {
            tables += """
                 LEFT JOIN \(FindingsSchema.name).unit f ON f.locale = \(findings) AND f.string = s.subject
                """
        }
        var conditions = ["s.is_existing"]
        if let findings, isRare { conditions.append("f.locale = \(findings)") }
        if whereState, filter.state != .all { conditions.append(condition(filter.state)) }
        if whereState, filter.state == .proposed, let offers = filter.offers {
            conditions.append(offers.condition(&arguments))
        }
        if let section = filter.section {
            conditions.append("s.section = :section")
            arguments["section"] = StoredText(section)
        }
        if let guid = filter.withoutProposalsOf {
            conditions.append(
                """
                s.subject \(isOnlyProposed ? "" : "NOT") IN
                  (SELECT o.string FROM proposal p CROSS JOIN subject o ON o.id = p.subject
                   WHERE p.guid = :proposer AND p.state = :open AND o.locale = :locale
                     AND o.string IS NOT NULL)
                """)
            arguments["proposer"] = StoredText(guid.rawValue)
            arguments["open"] = Proposal.State.open.rawValue
        }
        if let candidates = filter.candidates {
            conditions.append(ReadModel.isCandidate.replacing("?", with: ":candidates"))
            arguments["candidates"] = ReadModel.list(candidates)
        }
        if let place {
            conditions.append(
                """
                (s.section, s.position IS NULL, ifnull(s.position, 0), s.key)
                  > (:afterSection, :afterIsLast, :afterOrder, :afterKey)
                """)
            // SQLite uses this condition to find the first section in the index, and then evaluates
            // the other condition for each row.
            conditions.append("s.section >= :afterSection")
            arguments["afterSection"] = StoredText(place.section)
            arguments["afterIsLast"] = place.order == nil
            arguments["afterOrder"] = place.order ?? 0
            arguments["afterKey"] = StoredText(place.key)
        }
        return (
            "SELECT \(columns) FROM \(tables) WHERE \(conditions.joined(separator: " AND "))",
            StatementArguments(arguments)
        )
    }

    /// Returns the SQL condition under which a string is in a state.
    private func condition(_ state: UnitListState) -> String {
        let inherited = chain.isEmpty ? "0" : "i.event IS NOT NULL"
        let inheritedStale = chain.isEmpty ? "0" : "i.is_stale"
        return switch state {
        case .all: "1"
        case .missing: "s.is_translatable AND u.event IS NULL AND NOT (\(inherited))"
        case .stale:
            "s.is_translatable AND coalesce(iif(u.event IS NOT NULL, u.is_stale, \(inheritedStale)), 0)"
        case .proposed: "s.is_translatable AND coalesce(u.open_proposals, 0) > 0"
        case .flagged: "s.is_translatable AND u.event IS NOT NULL AND u.is_flagged"
        case .unreviewed: "s.is_translatable AND u.event IS NOT NULL AND NOT u.is_reviewed"
        case .inherited: "s.is_translatable AND u.event IS NULL AND \(inherited)"
        case .conflicts: "s.is_translatable AND coalesce(u.has_conflict, 0)"
        case .findings: hasFindings
        }
    }

    private var hasFindings: String {
        guard findings != nil else { return "0" }
        guard let check = filter.check else { return "f.string IS NOT NULL" }
        guard let bit = FindingMask.bit(ofCheck: check) else { return "0" }
        return "coalesce((f.own | f.across) & (1 << \(bit)), 0) <> 0"
    }
}
