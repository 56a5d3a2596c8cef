import Texts
import Translation

/// The choice among the texts that a string had in a language.
public struct TextChoice: Sendable {
    /// True to use the last reviewed text of each string instead of the current text.
    public var isReviewedOnly: Bool
    /// True to use the last text that is not a machine's; texts in the source language stay.
    public var omitsMachine: Bool

    /// Creates a choice, by default of the current text.
    public init(isReviewedOnly: Bool = false, omitsMachine: Bool = false) {
        self.isReviewedOnly = isReviewedOnly
        self.omitsMachine = omitsMachine
    }
}

/// The SQL expressions for the chosen texts: of `u`, a row of `unit_state`, and `h`, the row of
/// `human_text` that replaces a machine's text.
struct TextColumns {
    private let choice: TextChoice
    private let kind: String

    init(_ choice: TextChoice, of locale: LanguageTag, in project: Project) {
        self.choice = TextChoice(
            isReviewedOnly: choice.isReviewedOnly,
            omitsMachine: choice.omitsMachine && locale != project.source)
        kind = choice.isReviewedOnly ? "reviewed_" : ""
    }

    var event: String { column("event") }
    var value: String { column("value") }
    var isStale: String { column("is_stale") }
    /// The last reviewed text is reviewed even if the current text is not.
    var isReviewed: String { choice.isReviewedOnly ? "1" : column("is_reviewed") }
    /// The last reviewed text is not flagged even if the current text is.
    var isFlagged: String { choice.isReviewedOnly ? "0" : column("is_flagged") }
    var authorship: String {
        let usual = "u.\(kind)authorship"
        return choice.omitsMachine ? "iif(h.subject IS NULL, \(usual), h.authorship)" : usual
    }

    /// The join of `h` to `u`, or nothing if no text is replaced.
    var join: String {
        guard choice.omitsMachine else { return "" }
        return """
             LEFT JOIN human_text h ON h.subject = u.subject
            AND h.is_reviewed_only = \(choice.isReviewedOnly ? 1 : 0)
            """
    }

    /// The condition that there is a text.
    var exists: String {
        let usual = "u.\(kind)event IS NOT NULL"
        guard choice.omitsMachine else { return usual }
        let isMachine = Authorship.isMachine("u.\(kind)authorship")
        return "\(usual) AND (h.subject IS NOT NULL OR \(isMachine) IS NOT TRUE)"
    }

    private func column(_ name: String) -> String {
        let usual = "u.\(kind)\(name)"
        return choice.omitsMachine ? "coalesce(h.\(name), \(usual))" : usual
    }
}
