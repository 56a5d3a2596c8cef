import Texts

/// A text of a target value and the source text that it translates.
struct TextPair {
    /// The path of the text in the target.
    let path: [String]
    /// The source text of the same case, else of `other`.
    let source: ScannedText
    /// The target text.
    let target: ScannedText
    /// The known facts about the number, if the text is a plural or ordinal form.
    let plural: PluralForm?
    /// The notations of placeholders that count.
    let notations: PlaceholderNotations

    /// The case of a plural or ordinal that a text belongs to.
    struct PluralForm {
        /// The source's text for `other`, which shows the number even where other forms do not.
        let reference: String
        /// The source's text for `one`, which may say the number in a word; nil without one.
        let singular: String?
        /// The name of the argument that decides, where it is known.
        let argument: String?
        /// The form, as `one`.
        let name: String
        /// The numbers that the form stands for; a form for a single number need not show it.
        let coverage: PluralCategories.Coverage

        /// Whether the form stands for so few numbers that it need not show which.
        var mayOmitCount: Bool { coverage == .one || coverage == .none }

        /// Whether a lost number is no lost placeholder, but judged by the numbers that the form stands for.
        var isJudgedApart: Bool {
            if case .many = coverage { false } else { true }
        }
    }

    /// Whether the text is a form of a plural or ordinal, which may say its number in a word.
    var isPluralForm: Bool { plural != nil }

    /// Returns whether an ASCII character stands in the source or in the target.
    func eitherContains(_ character: Unicode.Scalar) -> Bool {
        source.contains(character) || target.contains(character)
    }

    /// Returns every text of `target` that `source` has a counterpart for, in the target's order, except for ``NameGrammar``.
    ///
    /// `categories` are those of the target language.
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
