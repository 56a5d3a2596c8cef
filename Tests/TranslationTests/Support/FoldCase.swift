import Testing
import Texts
import Translation

/// Given events, when they are folded, then the string is this, whatever the order of arrival.
struct FoldCase: CustomTestStringConvertible, Sendable {
    let name: String
    let events: [Event]
    let locale: LanguageTag
    let string: StringID
    let expected: String

    /// States a case; `expected` is the ``Unit/summary``.
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

    /// Folds in every order; the first must be the expected, all others the same as the first.
    func check(sourceLocation: SourceLocation = #_sourceLocation) {
        let state = EventLogState(project: .app, events: events)
        #expect(
            state.unit(locale, string).summary == expected, "\(name)",
            sourceLocation: sourceLocation)
        checkOrders(of: events, sourceLocation: sourceLocation)
    }
}

/// Expects one state, whatever the order of arrival, and however often an event arrives.
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
