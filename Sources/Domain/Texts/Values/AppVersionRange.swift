/// A version of an app: one to four numbers, of which omitted ones are 0.
public struct AppVersion: Sendable, Hashable, Comparable {
    /// Exactly four numbers, the most significant first.
    private var numbers: [Int]

    /// The version before all others.
    static let lowest = AppVersion(numbers: [0, 0, 0, 0])

    /// Parses a version such as `3.2` or `1.4.0.2`.
    ///
    /// Each number has one to nine digits, without leading zeros. Returns nil for any other text.
    public init?(_ text: some StringProtocol) {
        let parts = text.utf8.split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...4).contains(parts.count) else { return nil }
        numbers = []
        for digits in parts {
            guard (1...9).contains(digits.count),
                digits.allSatisfy({ (0x30...0x39).contains($0) }),
                digits.count == 1 || digits.first != UInt8(ascii: "0")
            else { return nil }
            numbers.append(digits.reduce(0) { $0 * 10 + Int($1 - 0x30) })
        }
        numbers += repeatElement(0, count: 4 - numbers.count)
    }

    private init(numbers: [Int]) { self.numbers = numbers }

    /// The lowest version above this one.
    var successor: AppVersion {
        var next = self
        next.numbers[3] += 1
        return next
    }

    /// Compares the numbers, the most significant first.
    public static func < (a: AppVersion, b: AppVersion) -> Bool {
        a.numbers.lexicographicallyPrecedes(b.numbers)
    }
}

/// A range of app versions, such as `>=1.4 <2`.
///
/// It consists of comparisons separated by spaces, all of which must hold. A comparison is `=`,
/// `<`, `<=`, `>` or `>=`, followed by an ``AppVersion``.
public struct AppVersionRange: Sendable, Equatable, CustomStringConvertible {
    /// The comparisons as text, separated by single spaces.
    public let description: String
    private let comparisons: [Comparison]

    private struct Comparison: Sendable, Equatable {
        let sign: Sign
        let version: AppVersion
    }

    /// The signs, each before the shorter sign that it starts with.
    private enum Sign: String, CaseIterable {
        case atMost = "<="
        case atLeast = ">="
        case below = "<"
        case above = ">"
        case equal = "="
    }

    /// Parses a range, or returns nil if the text is invalid.
    public init?(_ text: String) {
        let words = text.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
        comparisons = words.compactMap(Self.comparison)
        guard !words.isEmpty, comparisons.count == words.count else { return nil }
        description = words.joined(separator: " ")
    }

    private static func comparison(_ text: String) -> Comparison? {
        guard let sign = Sign.allCases.first(where: { text.utf8.starts(with: $0.rawValue.utf8) }),
            let version = AppVersion(text.dropFirst(sign.rawValue.count))
        else { return nil }
        return Comparison(sign: sign, version: version)
    }

    /// Returns true if a version satisfies every comparison.
    public func contains(_ version: AppVersion) -> Bool {
        comparisons.allSatisfy { comparison in
            switch comparison.sign {
            case .atMost: version <= comparison.version
            case .atLeast: version >= comparison.version
            case .below: version < comparison.version
            case .above: version > comparison.version
            case .equal: version == comparison.version
            }
        }
    }

    /// True if no version satisfies every comparison, as in `>=5 <3`.
    public var isEmpty: Bool {
        let lowest = comparisons.map { comparison in
            switch comparison.sign {
            case .atLeast, .equal: comparison.version
            case .above: comparison.version.successor
            case .atMost, .below: AppVersion.lowest
            }
        }.max()
        return !contains(lowest ?? .lowest)
    }
}
