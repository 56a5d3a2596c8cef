import Testing

@testable import Texts

@Suite("Operands of plural rules")
struct PluralOperandsTests {
    /// The examples of UTS #35, <https://www.unicode.org/reports/tr35/tr35-numbers.html#Operands>.
    @Test(
        arguments: [
            ("1", 0, 1, 0, 0, 0, 0, 0), ("1.0", 0, 1, 1, 0, 0, 0, 0), ("1.00", 0, 1, 2, 0, 0, 0, 0),
            ("1.3", 0, 1, 1, 1, 3, 3, 0), ("1.30", 0, 1, 2, 1, 30, 3, 0),
            ("1.03", 0, 1, 2, 2, 3, 3, 0), ("1.230", 0, 1, 3, 2, 230, 23, 0),
            ("1200000", 0, 1_200_000, 0, 0, 0, 0, 0), ("1.2", 6, 1_200_000, 0, 0, 0, 0, 6),
            ("123", 6, 123_000_000, 0, 0, 0, 0, 6), ("123", 5, 12_300_000, 0, 0, 0, 0, 5),
            ("1200.50", 0, 1200, 2, 1, 50, 5, 0), ("1.20050", 3, 1200, 2, 1, 50, 5, 3),
        ] as [(String, Int, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)])
    func examples(
        text: String, exponent: Int, i: UInt64, v: UInt64, w: UInt64, f: UInt64, t: UInt64,
        c: UInt64
    ) throws {
        let operands = try #require(PluralOperands(text, exponent: exponent))
        func value(_ operand: PluralRule.Operand) -> UInt64? {
            operands.value(of: operand, modulus: nil)
        }
        #expect(value(.i) == i)
        #expect(value(.v) == v)
        #expect(value(.w) == w)
        #expect(value(.f) == f)
        #expect(value(.t) == t)
        #expect(value(.c) == c && value(.e) == c)
        #expect(value(.n) == (w == 0 ? i : nil))
    }

    @Test("Numbers of a hundred digits have remainders, and are greater than all that rules name")
    func long() throws {
        let operands = try #require(PluralOperands("1" + String(repeating: "0", count: 90) + "23"))
        #expect(operands.value(of: .i, modulus: 100) == 23)
        #expect(operands.value(of: .n, modulus: nil) == .max)
        #expect(PluralOperands(.min).value(of: .i, modulus: 10) == 8)
        #expect(PluralOperands("1", exponent: -1) == nil)
        #expect(PluralOperands("1", exponent: 101) == nil)
    }

    @Test("Rules are read in CLDR's syntax only")
    func rules() throws {
        let rule = try #require(
            PluralRule("n % 10 = 2..4,6 and n % 100 != 12..14 or f != 0 and e = 0..5"))
        func holds(_ text: String) throws -> Bool {
            rule.holds(for: try #require(PluralOperands(text)))
        }
        #expect(try ["2", "6", "106", "0.5", "22.0"].allSatisfy(holds))
        #expect(try !["5", "12", "0", "113"].contains(where: holds))
        for text in ["x = 1", "n", "n = ", "n % 0 = 1", "n % = 1", "n = 3..1", "n == 1", "n = a"] {
            #expect(PluralRule(text[...]) == nil, "\(text)")
        }
    }
}
