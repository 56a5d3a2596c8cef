/// A condition from CLDR's plural rules, such as `v = 0 and i % 10 = 2..4`.
///
/// The condition holds if all relations in at least one alternative hold. Source:
/// <https://www.unicode.org/reports/tr35/tr35-numbers.html#Plural_rules_syntax>.
struct PluralRule: Sendable {
    /// The operands, by their letters.
    enum Operand: String, Sendable {
        case n, i, v, w, f, t, c, e
    }

    /// Requires that an operand, or its remainder, is in one of the ranges, or in none of them.
    struct Relation: Sendable {
        let operand: Operand
        let modulus: UInt64?
        let isNegated: Bool
        let ranges: [ClosedRange<UInt64>]

        /// Whether the operand of an integer is the integer itself; all other operands of an
        /// integer are 0.
        var isAboutWholeNumbers: Bool { operand == .n || operand == .i }

        /// Returns whether the relation holds if the operand has the given value.
        func holds(for number: UInt64) -> Bool {
            contains(modulus.map { number % $0 } ?? number)
        }

        func holds(for operands: PluralOperands) -> Bool {
            guard let value = operands.value(of: operand, modulus: modulus) else {
                return isNegated
            }
            return contains(value)
        }

        private func contains(_ value: UInt64) -> Bool {
            ranges.contains { $0.contains(value) } != isNegated
        }
    }

    /// The alternatives, at least one of which must hold.
    let alternatives: [[Relation]]

    /// Parses a rule without its samples; nil if it is not in CLDR's syntax.
    init?(_ rule: Substring) {
        let words = rule.utf8.split(separator: UInt8(ascii: " ")).map(Substring.init)
        var alternatives: [[Relation]] = []
        for part in words.split(separator: "or", omittingEmptySubsequences: false) {
            var relations: [Relation] = []
            for words in part.split(separator: "and", omittingEmptySubsequences: false) {
                guard let relation = Relation(words) else { return nil }
                relations.append(relation)
            }
            alternatives.append(relations)
        }
        self.alternatives = alternatives
    }

    /// Returns whether the rule holds for a number.
    func holds(for operands: PluralOperands) -> Bool {
        alternatives.contains { $0.allSatisfy { $0.holds(for: operands) } }
    }
}

extension PluralRule.Relation {
    /// Parses a relation such as `i % 10 = 2..4,7`; nil if the words are not a relation.
    fileprivate init?(_ words: ArraySlice<Substring>) {
        var rest = words
        guard let operand = rest.popFirst().flatMap({ PluralRule.Operand(rawValue: String($0)) })
        else { return nil }
        var modulus: UInt64?
        if rest.first == "%" {
            rest.removeFirst()
            guard let number = rest.popFirst().flatMap({ UInt64($0) }), number > 0 else {
                return nil
            }
            modulus = number
        }
        guard let sign = rest.popFirst(), sign == "=" || sign == "!=" else { return nil }
        var ranges: [ClosedRange<UInt64>] = []
        for item in rest.joined().utf8.split(separator: UInt8(ascii: ",")) {
            let ends = item.split(separator: UInt8(ascii: ".")).map { UInt64(Substring($0)) }
            guard let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last else {
                return nil
            }
            if let before = ranges.last, before.upperBound + 1 == first {
                ranges[ranges.count - 1] = before.lowerBound...last
            } else {
                ranges.append(first...last)
            }
        }
        guard !ranges.isEmpty else { return nil }
        self.init(operand: operand, modulus: modulus, isNegated: sign == "!=", ranges: ranges)
    }
}
