/// A CLDR plural category.
///
/// The cases are in CLDR's order.
public enum PluralCategory: String, CaseIterable, Hashable, Sendable, Comparable {
    /// Mostly for 0; in some languages also for other numbers.
    case zero
    /// Mostly for 1; in some languages also for other numbers.
    case one
    /// Mostly for 2.
    case two
    /// For small numbers, as defined by the language.
    case few
    /// For large numbers or fractions, as defined by the language.
    case many
    /// For all other numbers; every language has this category.
    case other

    /// Compares by CLDR's order.
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

/// The kind of number: a quantity or a rank.
public enum PluralKind: String, CaseIterable, Hashable, Sendable {
    /// A quantity: one book, two books.
    case cardinal
    /// A rank: first, second.
    case ordinal
}
