import Server

/// The place in a walk through strings that leave the list one by one, such as “4 of 15”.
///
/// The list only contains the strings that are left, so the address of each card contains the place
/// and the number of strings at the beginning of the walk.
struct WalkStep: Sendable, Equatable {
    /// The number of the card, from 1.
    private(set) var number: Int
    /// The number of strings when the walk began; 0 before it is known.
    private(set) var count: Int

    /// Parses an address's parameters.
    ///
    /// `isNext` is true if the address belongs to the next card, as in a form that is shown again.
    init(_ query: Query, isNext: Bool = false) {
        func number(_ name: String) -> Int? {
            query[name].flatMap { Int($0) }.flatMap { (1...9_999_999).contains($0) ? $0 : nil }
        }
        self.number = number("step") ?? 1
        count = number("of") ?? 0
        if isNext { self = moved(by: -1) }
    }

    /// Returns the place in a walk with the given number of strings left, which begins here unless
    /// the address says where it began.
    func begun(with left: Int) -> WalkStep {
        var step = self
        if step.count == 0 { step.count = left }
        step.count = max(step.count, step.number)
        return step
    }

    func moved(by cards: Int) -> WalkStep {
        var step = self
        step.number = max(1, number + cards)
        return step
    }

    /// The parameters of an address.
    var items: [(String, String?)] { [("step", String(number)), ("of", String(count))] }
}
