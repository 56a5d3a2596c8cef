import Texts
import Translation

/// A check subject with its texts in pairs, parsed once for all checks.
package struct ComparedTexts {
    let subject: CheckSubject
    /// The texts of the target, each with the source text to compare it to.
    ///
    /// Empty if the target is deliberately empty, or lists the translators.
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
