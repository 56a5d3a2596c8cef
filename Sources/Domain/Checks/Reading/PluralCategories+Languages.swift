import Synchronization
package import Texts
import Translation

extension PluralCategories {
    /// Creates a language's categories from CLDR data.
    ///
    /// Takes tens of microseconds.
    package init(of tag: String) {
        let numbers = CategoryNumbers(tag: tag)
        self.init(
            cardinal: PluralRules.categories(of: tag, .cardinal).map(\.rawValue),
            ordinal: PluralRules.categories(of: tag, .ordinal).map(\.rawValue)
        ) { category, selector in
            switch selector {
            case .plural: numbers.cardinal[category] ?? []
            case .ordinal: numbers.ordinal[category] ?? []
            case .select, .device, .width: nil
            }
        }
    }
}

/// The integers in each plural category of a language, computed on first use.
private final class CategoryNumbers: Sendable {
    private let tag: String
    private let found = Mutex<[PluralKind: [String: [UInt64]]]>([:])

    init(tag: String) { self.tag = tag }

    var cardinal: [String: [UInt64]] { numbers(.cardinal) }
    var ordinal: [String: [UInt64]] { numbers(.ordinal) }

    private func numbers(_ kind: PluralKind) -> [String: [UInt64]] {
        found.withLock { found in
            if let known = found[kind] { return known }
            let plurals = IntegerPlurals(of: tag, kind)
            let numbers = Dictionary(grouping: Self.usualNumbers) {
                plurals.category(of: $0).rawValue
            }
            found[kind] = numbers
            return numbers
        }
    }

    /// Sample numbers for CLDR's rules, which test the last two or three digits and whether a
    /// number has more digits.
    ///
    /// Rules for whole millions match none of these samples.
    private static let usualNumbers = (0..<1_000).map(UInt64.init) + [1_000, 10_000, 100_000]
}
