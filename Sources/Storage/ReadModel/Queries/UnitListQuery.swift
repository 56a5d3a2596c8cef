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

    init(
        locale: LanguageTag, chain: [LanguageTag], filter: UnitListFilter, findings: Int64?,
        isOnlyProposed: Bool = false
    ) {
        self.isOnlyProposed = isOnlyProposed
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
        var tables = """
            string s LEFT JOIN unit_state u ON u.locale = :locale AND u.string = s.subject
            """
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
        if let findings {
            tables += """
                 LEFT JOIN \(FindingsSchema.name).unit f ON f.locale = \(findings) AND f.string = s.subject
                """
        }
        var conditions = ["s.is_existing"]
        if whereState, filter.state != .all { conditions.append(condition(filter.state)) }
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

/// Finds a text in the columns of strings, ignoring case.
struct TextSearch {
    private let wanted: String
    /// The bytes of ``wanted`` if they are all ASCII.
    private let ascii: [UInt8]?
    /// True if no ASCII text can contain ``wanted``.
    private let isBeyondASCII: Bool

    init(_ query: String) {
        wanted = query.lowercased()
        let isASCII = wanted.utf8.allSatisfy { $0 < 0x80 }
        ascii = isASCII ? Array(wanted.utf8) : nil
        // U+037E and U+1FEF are canonically equivalent to ASCII characters.
        isBeyondASCII =
            !isASCII
            && !wanted.unicodeScalars.contains { $0.value == 0x37E || $0.value == 0x1FEF }
    }

    /// Returns true if a text contains ``wanted``.
    func matches(_ text: String) -> Bool { text.lowercased().contains(wanted) }

    /// Returns false if a text cannot contain ``wanted``, given its bytes in UTF-8 or canonical
    /// JSON.
    ///
    /// This rejects most texts without creating a string.
    func mayMatch(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var isPlain = true
        for byte in bytes where byte >= 0x80 || byte == UInt8(ascii: "\\") {
            isPlain = false
            break
        }
        guard isPlain else { return true }
        guard let ascii else { return !isBeyondASCII }
        guard let first = ascii.first, bytes.count >= ascii.count else { return ascii.isEmpty }
        for start in 0...(bytes.count - ascii.count)
        where Self.lower(bytes[start]) == first {
            var length = 1
            while length < ascii.count, Self.lower(bytes[start + length]) == ascii[length] {
                length += 1
            }
            if length == ascii.count { return true }
        }
        return false
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
