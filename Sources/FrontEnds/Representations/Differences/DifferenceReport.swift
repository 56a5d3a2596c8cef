import Languages
package import Texts
package import Translation
package import Workspace

/// The contents of a difference, prepared once for all output formats.
package struct DifferenceReport {
    /// The name of the first side.
    package let fromRevision: String
    /// The name of the second side.
    package let toRevision: String
    package let source: LanguageTag
    /// The languages with differences in texts or proposals.
    package let languages: [Language]
    /// The proposals that were made or decided.
    package let proposals: [ProposalItem]

    /// The two sides as a range, as the user would type it.
    package var range: String { "\(fromRevision)..\(toRevision)" }

    /// The total counts for all languages.
    package var total: DifferenceCounts {
        languages.reduce(into: DifferenceCounts()) { $0 += $1.counts }
    }

    /// The differing texts in one language.
    package struct Language {
        package let tag: LanguageTag
        /// Whether this is the source language, whose texts are shown without a source text.
        package let isSource: Bool
        package let rows: [TextItem]
        package let counts: DifferenceCounts

        package var name: String { LanguageName.english(tag.rawValue) }
        package var ownName: String { LanguageName.own(tag.rawValue) }
        package var isRightToLeft: Bool { tag.isRightToLeft }
    }

    /// A text that differs.
    package struct TextItem {
        package let kind: Kind
        /// The string as the user would type it.
        package let title: String
        /// The developers' comment for translators.
        package let comment: String?
        /// The whole source text; nil in the source language, or if it equals the key.
        package let source: Value?
        package let forms: [FormChange]

        package enum Kind: String {
            case added, changed, removed
        }
    }

    /// A proposal that was made or decided.
    package struct ProposalItem {
        package let kind: ProposalChange.Kind
        package let tag: LanguageTag
        /// The string as the user would type it.
        package let title: String
        package let id: EventID
        /// The whole source text; nil in the source language, or if it equals the key.
        package let source: Value?
        /// The forms with their changes.
        ///
        /// An open proposal is compared with the text that it would replace, and an accepted text
        /// with the proposal. Closed proposals are shown alone.
        package let forms: [FormChange]
        /// Whether the accepted text differs from the proposed one.
        package let isEdited: Bool
        package let isOutdated: Bool
        /// The author's name, if it is known.
        package let author: String?
        package let at: String
        package let note: String?
        package let decision: Decision?
        package let endorsements: Int
        package let comments: Int

        package var isRightToLeft: Bool { tag.isRightToLeft }

        /// The person, time and reason of a decision.
        package struct Decision {
            package let by: String?
            package let at: String
            package let reason: String?
        }
    }
}

extension LanguageTag {
    /// Whether the language is written from right to left.
    package var isRightToLeft: Bool { WritingDirection.direction(of: rawValue) == .rightToLeft }
}

extension ProposalChange.Kind {
    /// The title of the column for this count.
    package var title: String {
        self == .made ? "Proposed" : rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    }
}

extension DifferenceCounts {
    /// The counts in words.
    package var sentence: String {
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
