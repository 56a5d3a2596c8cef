/// A plural category of CLDR; the cases are in CLDR's order.
public enum PluralCategory: String, CaseIterable, Hashable, Sendable, Comparable {
    /// Mostly for 0, and for more in some languages.
    case zero
    /// Mostly for 1, and for more in some languages.
    case one
    /// Mostly for 2.
    case two
    /// For small numbers, as the language has it.
    case few
    /// For large numbers or fractions, as the language has it.
    case many
    /// For all else; every language has it.
    case other

    /// Orders by CLDR's order.
    public static func < (left: PluralCategory, right: PluralCategory) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int {
        switch self {
        case .zero: 0
        case .one: 1
        case .two: 2
        case .few: 3
        case .many: 4
        case .other: 5
        }
    }
}

/// The kind of number: a count of things, or a rank in an order.
public enum PluralKind: String, CaseIterable, Hashable, Sendable {
    /// A count: one book, two books.
    case cardinal
    /// The how manieth: first, second.
    case ordinal
}
