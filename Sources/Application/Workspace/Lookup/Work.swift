public import ReadModel
public import Texts
import Translation

/// Something that waits for a translator or a reviewer.
public struct Work: Sendable {
    /// The language.
    public let locale: LanguageTag
    /// The string as it reads in it.
    public let entry: Entry
    /// What is to be done; of several reasons the first of ``State``.
    public let state: State

    /// Why there is something to do.
    public enum State: String, Sendable, CaseIterable {
        /// There is no text, nor one that stands in for it.
        case missing
        /// Writers disagree.
        case conflict
        /// Somebody said that the text needs work.
        case flagged
        /// The text was made for another source text.
        case stale
        /// Nobody stands for the text.
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
    /// What waits in some languages, by language, in the order of the strings; nothing in the source language but
    /// conflicts.
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
