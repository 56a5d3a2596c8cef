/// A condition from CLDR's plural rules, restricted to integers.
///
/// The condition holds if all relations in at least one alternative hold. Relations about fractions
/// and exponents are already resolved, because integers have neither.
public struct PluralCondition: Sendable {
    /// The alternatives, at least one of which must hold.
    private let alternatives: [[PluralRule.Relation]]

    /// Creates a condition from a rule by resolving the relations about fractions and exponents.
    init(_ rule: PluralRule) {
        alternatives = rule.alternatives.compactMap { relations in
            let others = relations.filter { !$0.isAboutWholeNumbers }
            guard others.allSatisfy({ $0.holds(for: 0) }) else { return nil }
            return relations.filter(\.isAboutWholeNumbers)
        }
    }

    /// Returns whether the condition holds for a number.
    public func holds(for number: UInt64) -> Bool {
        alternatives.contains { $0.allSatisfy { $0.holds(for: number) } }
    }

    /// The condition as a C expression in the variable `n`, as in gettext's `Plural-Forms`.
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

    /// The negated condition, if it is a single relation.
    var opposite: String? {
        guard alternatives.count == 1, alternatives[0].count == 1 else { return nil }
        return alternatives[0][0].expression(negated: true)
    }
}

extension PluralRule.Relation {
    /// Whether the expression binds more tightly than `&&`.
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
