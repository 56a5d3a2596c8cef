import Texts
import Translation

/// A check subject with its texts in pairs, which are parsed once for all checks.
package struct ComparedTexts {
    let subject: CheckSubject
    /// The texts of the target, each with the source text that it is compared with.
    ///
    /// Empty if the target is deliberately empty, or if the source asks for the translators' names.
    let pairs: [TextPair]

    init(_ subject: CheckSubject) {
        self.subject = subject
        pairs =
            subject.target.isEmptyText || TranslatorCredits.areAskedFor(by: subject.source)
            ? []
            : TextPair.pairs(
                source: subject.source, target: subject.target, categories: subject.categories,
                notations: subject.notations)
    }
}
