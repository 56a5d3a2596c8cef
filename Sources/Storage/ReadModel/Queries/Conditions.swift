import GRDB
import Texts
import Translation

/// A query's conditions and their values.
struct Conditions {
    private var parts: [String] = []
    private(set) var arguments = StatementArguments()

    /// The SQL of all conditions, or a true condition if there are no conditions.
    var sql: String { parts.isEmpty ? "1" : parts.joined(separator: " AND ") }

    /// Adds a condition without parameters.
    mutating func add(_ sql: String) { parts.append(sql) }

    /// Adds a condition with one parameter, unless the value is `nil`.
    mutating func add(_ sql: String, _ value: (any DatabaseValueConvertible)?) {
        guard let value else { return }
        parts.append(sql)
        arguments += [value]
    }

    /// Adds the condition that a column has one of the values, unless there are no values.
    mutating func add(_ column: String, among values: [any DatabaseValueConvertible]) {
        guard !values.isEmpty else { return }
        parts.append("\(column) IN (\(values.map { _ in "?" }.joined(separator: ", ")))")
        arguments += StatementArguments(values.map(\.databaseValue))
    }

    /// Adds the condition that the event `e` concerns a guid.
    ///
    /// The event has the guid itself, or it refers to or decided one of the guid's proposals.
    mutating func add(_ guid: HashedGuid) {
        let guid = StoredText(guid.rawValue)
        parts.append(
            """
            (e.guid = ? OR e.proposal IN (SELECT id FROM proposal WHERE guid = ?)
              OR e.id IN (SELECT decision FROM proposal WHERE guid = ?))
            """)
        arguments += [guid, guid, guid]
    }

    /// Adds the condition that the proposal `p` is from an origin; see ``ProposalFilter/origin``.
    mutating func add(origin: String) {
        let filter = OriginFilter(origin)
        parts.append(filter.condition(is: "?", begins: "?"))
        arguments += [StoredText(origin), StoredText(filter.prefix)]
    }

    /// Adds the condition that the subject `s` is the string in any language.
    mutating func add(_ string: StringID, in project: Project) {
        parts.append("s.string = (\(SubjectKey.numberQuery))")
        arguments += SubjectKey(.unit(project.source, string)).arguments
    }
}
