import Testing
import Texts
import Translation

/// Given events and their folded string, which is the same in any order of arrival.
struct FoldCase: CustomTestStringConvertible, Sendable {
    let name: String
    let events: [Event]
    let locale: LanguageTag
    let string: StringID
    let expected: String

    /// Creates a case; `expected` is the ``Unit/summary``.
    init(
        _ name: String, _ events: [Event], in locale: LanguageTag = "fr",
        of string: StringID = .title,
        _ expected: String
    ) {
        self.name = name
        self.events = events
        self.locale = locale
        self.string = string
        self.expected = expected
    }

    var testDescription: String { name }

    /// Folds in every order; the first result must be the expected one, and all others must equal
    /// it.
    func check(sourceLocation: SourceLocation = #_sourceLocation) {
        let state = EventLogState(project: .app, events: events)
        #expect(
            state.unit(locale, string).summary == expected, "\(name)",
            sourceLocation: sourceLocation)
        checkOrders(of: events, sourceLocation: sourceLocation)
    }
}

/// Expects one state, in any order of arrival, and even if an event arrives repeatedly.
func checkOrders(
    of events: [Event], limit: Int = 120, sourceLocation: SourceLocation = #_sourceLocation
) {
    let expected = EventLogState(project: .app, events: events).rendering
    func check(_ order: [Event]) -> Bool {
        guard EventLogState(project: .app, events: order).rendering != expected else { return true }
        let numbers = order.map { String($0.id.number) }.joined(separator: ",")
        Issue.record("Another state in the order \(numbers).", sourceLocation: sourceLocation)
        return false
    }
    guard check(events + events.reversed()) else { return }
    for order in orders(of: events).prefix(limit) {
        guard check(order) else { return }
    }
}
