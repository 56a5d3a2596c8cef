/// A condition of CLDR's plural rules, for whole numbers.
///
/// It holds if all relations of one of its parts hold. What rules say of fractions and exponents is
/// settled already, since whole numbers have none.
public struct PluralCondition: Sendable {
    /// The parts, of which one must hold.
    private let alternatives: [[Relation]]

    /// That the number, or what is left of it, lies in ranges or not.
    fileprivate struct Relation {
        let modulus: UInt64?
        let isNegated: Bool
        let ranges: [ClosedRange<UInt64>]
    }

    /// Reads a rule such as `v = 0 and i % 10 = 2..4`; nil where it is not in CLDR's syntax.
    ///
    /// Source: <https://www.unicode.org/reports/tr35/tr35-numbers.html#Plural_rules_syntax>.
    init?(rule: Substring) {
        var alternatives: [[Relation]] = []
        for part in Self.split(rule, at: "or") {
            var relations: [Relation] = []
            var isPossible = true
            for text in Self.split(part[...], at: "and") {
                guard let (operand, relation) = Self.relation(text) else { return nil }
                if operand == "n" || operand == "i" {
                    relations.append(relation)
                } else if !relation.holds(for: 0) {
                    isPossible = false
                }
            }
            if isPossible { alternatives.append(relations) }
        }
        self.alternatives = alternatives
    }

    /// Returns whether a number meets the condition.
    public func holds(for number: UInt64) -> Bool {
        alternatives.contains { $0.allSatisfy { $0.holds(for: number) } }
    }

    /// The condition in the language C, as gettext's `Plural-Forms` has it, of the variable `n`.
    public var expression: String {
        let parts = alternatives.map { relations in
            let terms = relations.map { relation in
                let term = relation.expression(negated: false)
                return relation.isSimple || relations.count == 1 ? term : "(\(term))"
            }
            return terms.isEmpty ? "1" : terms.joined(separator: " && ")
        }
        guard parts.count > 1 else { return parts.first ?? "0" }
        return parts.map { $0.contains("&&") ? "(\($0))" : $0 }.joined(separator: " || ")
    }

    /// The opposite of the condition, where it is one relation.
    var opposite: String? {
        guard alternatives.count == 1, alternatives[0].count == 1 else { return nil }
        return alternatives[0][0].expression(negated: true)
    }

    private static func split(_ text: Substring, at word: String) -> [String] {
        var parts: [[Substring]] = [[]]
        for item in text.split(separator: " ") {
            if item == word { parts.append([]) } else { parts[parts.count - 1].append(item) }
        }
        return parts.map { $0.joined(separator: " ") }
    }

    private static func relation(_ text: String) -> (operand: String, relation: Relation)? {
        let words = text.split(separator: " ")
        var rest = words[...]
        guard let operand = rest.popFirst() else { return nil }
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
        for item in rest.joined().split(separator: ",") {
            let ends = item.split(separator: ".", omittingEmptySubsequences: true)
                .map { UInt64($0) }
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
        return (
            String(operand), Relation(modulus: modulus, isNegated: sign == "!=", ranges: ranges)
        )
    }
}

extension PluralCondition.Relation {
    fileprivate func holds(for number: UInt64) -> Bool {
        let rest = modulus.map { number % $0 } ?? number
        return ranges.contains { $0.contains(rest) } != isNegated
    }

    /// Whether its expression binds more tightly than `&&`.
    fileprivate var isSimple: Bool {
        isNegated || (ranges.count == 1 && ranges[0].count == 1)
    }

    fileprivate func expression(negated: Bool) -> String {
        let value = modulus.map { "n % \($0)" } ?? "n"
        let isOutside = isNegated != negated
        let terms = ranges.map { range in
            let (low, high) = (range.lowerBound, range.upperBound)
            if low == high { return "\(value) \(isOutside ? "!=" : "==") \(low)" }
            if low == 0 { return "\(value) \(isOutside ? ">" : "<=") \(high)" }
            return isOutside
                ? "(\(value) < \(low) || \(value) > \(high))"
                : "\(value) >= \(low) && \(value) <= \(high)"
        }
        if isOutside { return terms.joined(separator: " && ") }
        guard terms.count > 1 else { return terms[0] }
        return terms.map { $0.contains("&&") ? "(\($0))" : $0 }.joined(separator: " || ")
    }
}
