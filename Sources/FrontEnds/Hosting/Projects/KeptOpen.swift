import Synchronization

/// The number of connections that may stay open between uses, in all projects together.
final class ConnectionBudget: Sendable {
    private let maximum: Int
    private let count = Atomic(0)

    init(maximum: Int) { self.maximum = maximum }

    /// Counts another idle connection, or returns false if there are too many.
    func keepOne() -> Bool {
        guard count.add(1, ordering: .relaxed).newValue <= maximum else {
            removeOne()
            return false
        }
        return true
    }

    /// Removes a connection from the count, because it is closed or in use.
    func removeOne() { count.subtract(1, ordering: .relaxed) }
}

/// A value with connections that stays open between uses, if the budget allows it.
final class KeptOpen<Value>: Sendable {
    private struct State {
        var value: Value?
        var isCounted = false
    }

    private let state = Mutex(State())
    private let budget: ConnectionBudget

    init(_ budget: ConnectionBudget) { self.budget = budget }

    deinit { use { $0 = nil } }

    /// Calls `body` with the value, which is kept afterwards unless it is nil or the budget is
    /// exhausted.
    func use<Output>(
        _ body: (inout sending Value?) throws -> sending Output
    ) rethrows -> sending Output {
        try state.withLock { state in
            defer {
                if state.value == nil {
                    if state.isCounted { budget.removeOne() }
                    state.isCounted = false
                } else if !state.isCounted {
                    state.isCounted = budget.keepOne()
                    if !state.isCounted { state.value = nil }
                }
            }
            return try body(&state.value)
        }
    }

    /// Closes the value.
    func close() { use { $0 = nil } }
}
