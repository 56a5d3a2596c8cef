import Texts

/// A text in a target value, and the source text that it translates.
struct TextPair {
    /// The path of the text in the target.
    let path: [String]
    /// The source text for the same case, or for `other` if the source lacks that case.
    let source: ScannedText
    /// The target text.
    let target: ScannedText
    /// Facts about the number, if the text is a plural or ordinal form.
    let plural: PluralForm?
    /// The placeholder notations in use.
    let notations: PlaceholderNotations

    /// The plural or ordinal case that a text belongs to.
    struct PluralForm {
        /// The source's text for `other`, which shows the number even if other forms do not.
        let reference: String
        /// The source's text for `one`, which may spell out the number; nil if there is none.
        let singular: String?
        /// The name of the selecting argument, if known.
        let argument: String?
        /// The name of the form, such as `one`.
        let name: String
        /// The numbers that the form applies to.
        ///
        /// A form for a single number need not show that number.
        let coverage: PluralCategories.Coverage

        /// Whether the form applies to so few numbers that it need not show the number.
        var mayOmitCount: Bool { coverage == .one || coverage == .none }

        /// Whether a missing number is judged by the numbers that the form applies to, not as a
        /// lost placeholder.
        var isJudgedApart: Bool {
            if case .many = coverage { false } else { true }
        }
    }

    /// Whether the text is a form of a plural or ordinal, which may spell out its number.
    var isPluralForm: Bool { plural != nil }

    /// Returns whether the source or the target contains an ASCII character.
    func eitherContains(_ character: Unicode.Scalar) -> Bool {
        source.contains(character) || target.contains(character)
    }

    /// Returns a pair for each text in `target` that has a counterpart in `source`, in the target's
    /// order.
    ///
    /// Omits texts that are a ``NameGrammar``. `categories` are the target language's categories.
    static func pairs(
        source: Value, target: Value, categories: PluralCategories,
        notations: PlaceholderNotations
    ) -> [TextPair] {
        var collector = TextPairCollector(categories: categories, notations: notations)
        collector.collect(source: source, target: target, path: [], number: nil)
        return collector.pairs.filter {
            !NameGrammar.isOne($0.source) && !NameGrammar.isOne($0.target)
        }
    }
}
