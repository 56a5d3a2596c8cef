import Languages
import Representations
import Texts
import Translation
import Workspace

/// The contents of a difference, prepared once for all output formats.
struct DifferenceReport {
    /// The name of the first side.
    let fromRevision: String
    /// The name of the second side.
    let toRevision: String
    let source: LanguageTag
    /// The languages with differences in texts or proposals.
    let languages: [Language]
    /// The proposals that were made or decided.
    let proposals: [ProposalItem]

    /// The two sides as a range, as the user would type it.
    var range: String { "\(fromRevision)..\(toRevision)" }

    /// The total counts for all languages.
    var total: DifferenceCounts { languages.reduce(into: DifferenceCounts()) { $0 += $1.counts } }

    /// The differing texts in one language.
    struct Language {
        let tag: LanguageTag
        /// Whether this is the source language, whose texts are shown without a source text.
        let isSource: Bool
        let rows: [TextItem]
        let counts: DifferenceCounts

        var name: String { LanguageName.english(tag.rawValue) }
        var ownName: String { LanguageName.own(tag.rawValue) }
        var isRightToLeft: Bool { tag.isRightToLeft }
    }

    /// A text that differs.
    struct TextItem {
        let kind: Kind
        /// The string as the user would type it.
        let title: String
        /// The developers' comment for translators.
        let comment: String?
        /// The whole source text; nil in the source language, or if it equals the key.
        let source: Value?
        let forms: [FormChange]

        enum Kind: String {
            case added, changed, removed
        }
    }

    /// A proposal that was made or decided.
    struct ProposalItem {
        let kind: ProposalChange.Kind
        let tag: LanguageTag
        /// The string as the user would type it.
        let title: String
        let id: EventID
        /// The whole source text; nil in the source language, or if it equals the key.
        let source: Value?
        /// The forms with their changes.
        ///
        /// An open proposal is compared with the text that it would replace, and an accepted text
        /// with the proposal. Closed proposals are shown alone.
        let forms: [FormChange]
        /// Whether the accepted text differs from the proposed one.
        let isEdited: Bool
        let isOutdated: Bool
        /// The author's name, if it is known.
        let author: String?
        let at: String
        let note: String?
        let decision: Decision?
        let endorsements: Int
        let comments: Int

        var isRightToLeft: Bool { tag.isRightToLeft }

        /// The person, time and reason of a decision.
        struct Decision {
            let by: String?
            let at: String
            let reason: String?
        }
    }
}

extension LanguageTag {
    /// Whether the language is written from right to left.
    var isRightToLeft: Bool { WritingDirection.direction(of: rawValue) == .rightToLeft }
}

extension ProposalChange.Kind {
    /// The title of the column for this count.
    var title: String {
        self == .made ? "Proposed" : rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    }
}

extension DifferenceCounts {
    /// The counts in words.
    var sentence: String {
        let texts = [(added, "added"), (changed, "changed"), (removed, "removed")]
            .filter { $0.0 > 0 }.enumerated().map { index, item in
                "\(index == 0 ? counted(item.0, "text") : String(item.0)) \(item.1)"
            }.joined(separator: ", ")
        let proposals = kindsOfProposals.map { "\(self.proposals[$0] ?? 0) \($0.rawValue)" }
            .joined(separator: ", ")
        return [texts, proposals.isEmpty ? "" : "proposals: " + proposals]
            .filter { !$0.isEmpty }.joined(separator: "; ")
    }
}
