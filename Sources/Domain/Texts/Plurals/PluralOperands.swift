/// The operands of CLDR's plural rules: a decimal number as written.
///
/// Source: <https://www.unicode.org/reports/tr35/tr35-numbers.html#Operands>.
public struct PluralOperands: Hashable, Sendable {
    /// The digits before the point (`i`), without leading zeros; empty for 0.
    let integer: [UInt8]
    /// The visible digits after the point (`f`).
    let fraction: [UInt8]
    /// The number of fraction digits without trailing zeros (`w`).
    let significantFractionDigits: Int
    /// The exponent of the compact form (`c` and `e`), such as 6 for `1.2M`.
    let exponent: Int

    /// Parses a decimal number; returns nil for other texts.
    ///
    /// A number consists of ASCII digits, with an optional leading `-` and optional digits after a
    /// `.`, at most 100 characters in all. `exponent` is the exponent of a compact form: `1.2` with
    /// the exponent 6 is 1,200,000.
    public init?(_ decimal: String, exponent: Int = 0) {
        let digits =
            decimal.utf8.first == UInt8(ascii: "-") ? decimal.utf8.dropFirst() : decimal[...].utf8
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard decimal.utf8.count <= 100, (1...2).contains(parts.count),
            (0...100).contains(exponent),
            parts.allSatisfy({ part in
                !part.isEmpty
                    && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            })
        else { return nil }
        let values = parts.map { part in part.map { $0 - UInt8(ascii: "0") } }
        let written = values.count == 2 ? values[1] : []
        self.init(
            integer: values[0] + written.prefix(exponent)
                + Array(repeating: 0, count: max(0, exponent - written.count)),
            fraction: Array(written.dropFirst(exponent)), exponent: exponent)
    }

    /// Creates the operands of an integer.
    ///
    /// Its sign is ignored.
    public init(_ number: Int) {
        self.init(
            integer: String(number.magnitude).utf8.map { $0 - UInt8(ascii: "0") }, fraction: [],
            exponent: 0)
    }

    private init(integer: [UInt8], fraction: [UInt8], exponent: Int) {
        self.integer = Array(integer.drop { $0 == 0 })
        self.fraction = fraction
        significantFractionDigits = (fraction.lastIndex { $0 != 0 } ?? -1) + 1
        self.exponent = exponent
    }

    /// Whether the number has a nonzero fraction.
    var hasFraction: Bool { significantFractionDigits > 0 }

    /// Returns an operand, or its remainder if there is a modulus.
    ///
    /// Returns nil for `n` if the number has a fraction. An operand with too many digits becomes
    /// `UInt64.max`.
    func value(of operand: PluralRule.Operand, modulus: UInt64?) -> UInt64? {
        switch operand {
        case .n: hasFraction ? nil : Self.number(integer, modulus)
        case .i: Self.number(integer, modulus)
        case .f: Self.number(fraction, modulus)
        case .t: Self.number(fraction.prefix(significantFractionDigits), modulus)
        case .v: Self.rest(fraction.count, modulus)
        case .w: Self.rest(significantFractionDigits, modulus)
        case .c, .e: Self.rest(exponent, modulus)
        }
    }

    private static func rest(_ number: Int, _ modulus: UInt64?) -> UInt64 {
        modulus.map { UInt64(number) % $0 } ?? UInt64(number)
    }

    private static func number(_ digits: some Sequence<UInt8>, _ modulus: UInt64?) -> UInt64 {
        var value: UInt64 = 0
        for digit in digits {
            let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = tens.addingReportingOverflow(UInt64(digit))
            guard !overflow, !carry else { return .max }
            value = modulus.map { sum % $0 } ?? sum
        }
        return value
    }
}
