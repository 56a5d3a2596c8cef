import TestKit
import Testing
import Translation

/// The table of all pairs of concurrent events in the page on stored data, row by row.
struct ConcurrentEventTests {
    /// A row of the table.
    struct Row: CustomTestStringConvertible, Sendable {
        let first: String
        let second: String
        let outcomes: [String]
        let isConflict: String

        var testDescription: String { "\(first) and \(second)" }

        init?(_ cells: [String]) {
            guard cells.count == 4 else { return nil }
            first = cells[0]
            second = cells[1]
            outcomes = cells[2].split(separator: ";").map { String($0.drop { $0 == " " }) }
            isConflict = cells[3]
        }
    }

    private static func rows() throws -> [Row] {
        try DataModelPage.table("first event").map { try #require(Row($0), "\($0)") }
    }

    /// The result is independent of the greater id and of the order in which the events and their
    /// past arrive.
    @Test(arguments: try rows())
    func pair(_ row: Row) throws {
        let first = try #require(ConcurrentEvents.makers[row.first], "\(row.first)")
        let second = try #require(ConcurrentEvents.makers[row.second], "\(row.second)")
        for (one, other) in [(20, 30), (30, 20)] {
            let pair = (first(one), second(other))
            let events = pair.0 + pair.1
            let all = ConcurrentEvents.past(of: events) + events
            let state = EventLogState(project: .app, events: all)
            let facts = Meeting(
                state: state, first: try #require(pair.0.first), second: try #require(pair.1.first)
            ).facts
            #expect(!row.outcomes.isEmpty)
            for outcome in row.outcomes {
                #expect(facts.contains(outcome), "\(facts.sorted())")
            }
            #expect(row.isConflict == (state.hasConflict ? "yes" : "no"))
            checkOrders(of: all, limit: one < other ? 120 : 24)
        }
    }

    /// Every event of a scenario occurs in some row, and no row occurs twice.
    @Test func everyScenarioHasARow() throws {
        let rows = try Self.rows()
        let named = Set(rows.flatMap { [$0.first, $0.second] })
        #expect(named == Set(ConcurrentEvents.makers.keys))
        #expect(Set(rows.map { "\($0.first) \($0.second)" }).count == rows.count)
    }

    private static let atText: [PayloadKind] = [
        .translationSet, .translationRemoved, .proposalAccepted, .translationReviewed,
        .translationFlagged, .proposalMade, .proposalRejected, .proposalDeleted, .proposalReopened,
        .proposalEndorsed, .commentAdded, .checkSilenced,
    ]
    private static let atSource: [PayloadKind] = [
        .stringDefined, .stringRemoved, .proposalAccepted,
    ]
    private static let across: [[PayloadKind]] = [
        [.stringDefined, .translationSet], [.stringDefined, .proposalMade],
        [.stringDefined, .translationReviewed], [.stringRemoved, .translationSet],
        [.stringRemoved, .proposalMade], [.localeAdded, .localeAdded],
        [.localeAdded, .localeRemoved], [.localeRemoved, .localeRemoved],
        [.localeRemoved, .translationSet], [.localeRemoved, .proposalMade],
        [.settingChanged, .settingChanged], [.resourceDefined, .resourceDefined],
        [.fileRead, .fileRead], [.unrecognized, .translationSet],
    ]

    /// Every pair of types that can be concurrent has a row.
    @Test func everyPairOfTypesHasARow() throws {
        let found = try Self.rows().map { row in
            Set(
                [row.first, row.second].map {
                    $0.split(separator: "`").first.map(String.init) ?? ""
                })
        }
        var pairs = Self.across
        for types in [Self.atText, Self.atSource] {
            for (index, type) in types.enumerated() {
                pairs += types[index...].map { [type, $0] }
            }
        }
        for pair in pairs {
            #expect(found.contains(Set(pair.map(\.rawValue))), "\(pair)")
        }
        #expect(Set(pairs.flatMap(\.self)) == Set(PayloadKind.allCases))
    }
}
