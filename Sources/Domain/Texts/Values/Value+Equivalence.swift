extension Value {
    /// Returns whether both values are equal, ignoring Unicode normalization.
    ///
    /// Use it only for decisions (`duplicate`, `unchanged`): Swift compares strings by canonical
    /// equivalence, which is equality of their NFC forms. Folded data is compared by bytes, with
    /// `==`.
    public func isEquivalent(to other: Value) -> Bool {
        switch (self, other) {
        case (.text(let a), .text(let b)): a.string == b.string
        case (.list(let a), .list(let b)):
            a.count == b.count && zip(a, b).allSatisfy { $0.isEquivalent(to: $1) }
        case (.choice(let a), .choice(let b)): a.isEquivalent(to: b)
        case (.format(let a, let x), .format(let b, let y)):
            a.string == b.string && x.count == y.count
                && zip(x, y).allSatisfy { first, second in
                    first.name.string == second.name.string
                        && first.spec?.string == second.spec?.string
                        && first.choice.isEquivalent(to: second.choice)
                }
        default: false
        }
    }
}

extension Value {
    /// Returns whether both values have the same texts in the same places, ignoring Unicode
    /// normalization.
    ///
    /// Use it for decisions about the contents of files, where arguments have no names and cases
    /// have their own order.
    public func hasTexts(of other: Value) -> Bool {
        if self == other { return true }
        let (own, others) = (texts, other.texts)
        let byPath = Dictionary(
            own.map { ($0.path, $0.text) }, uniquingKeysWith: { first, _ in first })
        return own.count == others.count && others.allSatisfy { byPath[$0.path] == $0.text }
    }
}

extension Value.Choice {
    package func isEquivalent(to other: Value.Choice) -> Bool {
        selector == other.selector && argument?.string == other.argument?.string
            && cases.count == other.cases.count
            && zip(cases, other.cases).allSatisfy {
                $0.name.string == $1.name.string && $0.value.isEquivalent(to: $1.value)
            }
    }
}

extension Value {
    /// Returns whether each text in the value is also a text in the source value.
    package func isCopy(of source: Value) -> Bool {
        if self == source { return true }
        let originals = source.texts.map(\.text)
        return texts.allSatisfy { text in
            originals.contains { $0.utf8.elementsEqual(text.text.utf8) }
        }
    }
}
