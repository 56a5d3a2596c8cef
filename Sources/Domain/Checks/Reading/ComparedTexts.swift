import Texts
import Translation

/// A subject of checks with its texts in pairs, read once for all checks.
package struct ComparedTexts {
    /// The subject.
    let subject: CheckSubject
    /// The target's texts, each with the source text to compare it to.
    ///
    /// An empty target is deliberately empty and has no pairs. Neither has a list of translators.
    let pairs: [TextPair]

    /// Reads the texts of a subject.
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
