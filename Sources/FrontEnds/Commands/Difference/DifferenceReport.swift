import Languages
import Representations
import Texts
import Translation
import Workspace

/// What a difference shows, worked out once for every form of answer.
struct DifferenceReport {
    /// What the one side is called.
    let fromRevision: String
    /// What the other side is called.
    let toRevision: String
    /// The source language.
    let source: LanguageTag
    /// The languages in which something differs, texts or proposals.
    let languages: [Language]
    /// The proposals that were made or decided.
    let proposals: [ProposalItem]

    /// The two sides as they are typed.
    var range: String { "\(fromRevision)..\(toRevision)" }

    /// What differs in all languages together.
    var total: DifferenceCounts { languages.reduce(into: DifferenceCounts()) { $0 += $1.counts } }

    /// The texts of one language that differ.
    struct Language {
        let tag: LanguageTag
        /// Whether it is the source language, whose texts stand beside no other.
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
        /// The string as it is typed.
        let title: String
        /// What the developers tell the translators.
        let comment: String?
        /// The whole source text; `nil` in the source language.
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
        /// The string as it is typed.
        let title: String
        let id: EventID
        /// The whole source text; `nil` in the source language.
        let source: Value?
        /// What waits is compared with the text that it would replace, an accepted text with what was proposed;
        /// what is over stands by itself.
        let forms: [FormChange]
        /// Whether what was accepted is not what was proposed.
        let isEdited: Bool
        let isOutdated: Bool
        /// Who proposed it, where somebody is named.
        let author: String?
        let at: String
        let note: String?
        let decision: Decision?
        let endorsements: Int
        let comments: Int

        var isRightToLeft: Bool { tag.isRightToLeft }

        /// Who decided, when, and why.
        struct Decision {
            let by: String?
            let at: String
            let reason: String?
        }
    }
}

extension LanguageTag {
    /// Whether the language's lines run from right to left.
    var isRightToLeft: Bool { WritingDirection.direction(of: rawValue) == .rightToLeft }
}

extension ProposalChange.Kind {
    /// The title of a column that counts them.
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
