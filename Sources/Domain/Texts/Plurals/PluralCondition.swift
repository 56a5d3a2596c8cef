/// A condition of CLDR's plural rules, for whole numbers.
///
/// It holds if all relations of one of its parts hold. What rules say of fractions and exponents is
/// settled already, since whole numbers have none.
public struct PluralCondition: Sendable {
    /// The parts, of which one must hold.
    private let alternatives: [[PluralRule.Relation]]

    /// Settles what a rule says of fractions and exponents.
    init(_ rule: PluralRule) {
        alternatives = rule.alternatives.compactMap { relations in
            let others = relations.filter { !$0.isAboutWholeNumbers }
            guard others.allSatisfy({ $0.holds(for: 0) }) else { return nil }
            return relations.filter(\.isAboutWholeNumbers)
        }
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
}

extension PluralRule.Relation {
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
