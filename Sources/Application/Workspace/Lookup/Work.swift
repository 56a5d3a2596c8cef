public import ReadModel
public import Texts
import Translation

/// A task for a translator or a reviewer.
public struct Work: Sendable {
    /// The language to work in.
    public let locale: LanguageTag
    /// The string with its text in the language.
    public let entry: Entry
    /// The reason for the task.
    ///
    /// If several reasons apply, a conflict has priority, then the first applicable reason in
    /// ``State``.
    public let state: State

    /// A reason for a task.
    public enum State: String, Sendable, CaseIterable {
        /// There is no text, not even an inherited one.
        case missing
        /// Writers disagree.
        case conflict
        /// A person flagged the text as needing work.
        case flagged
        /// The text was made for another source text.
        case stale
        /// Nobody has reviewed the text.
        case unreviewed

        init?(_ entry: Entry, withReview: Bool) {
            if entry.hasConflict {
                self = .conflict
            } else if let text = entry.text {
                if text.isFlagged {
                    self = .flagged
                } else if text.isStale {
                    self = .stale
                } else if withReview, !text.isReviewed {
                    self = .unreviewed
                } else {
                    return nil
                }
            } else if entry.inherited == nil {
                self = .missing
            } else {
                return nil
            }
        }
    }
}

extension Snapshot {
    /// Returns the tasks in some languages, grouped by language and in the order of the strings.
    ///
    /// If `withReview` is true, texts that nobody has reviewed are tasks too. In the source
    /// language, and for strings that must not be translated, only conflicts are tasks.
    public func work(
        in locales: [LanguageTag], filter: EntryFilter, withReview: Bool
    ) throws -> [Work] {
        try locales.flatMap { locale -> [Work] in
            try model.entries(
                locale: locale, chain: model.lenders(to: locale), filter: filter
            ).compactMap { entry in
                guard entry.isTranslatable || entry.hasConflict,
                    let state = Work.State(entry, withReview: withReview)
                else { return nil }
                return Work(locale: locale, entry: entry, state: state)
            }
        }
    }
}
