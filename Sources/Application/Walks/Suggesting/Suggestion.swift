import Git
import GitEventStore
package import Texts
package import Translation
package import Workspace

/// A text for a string, from a machine or a translation memory.
package struct Suggestion: Sendable {
    /// The string, with the source text that the suggestion translates.
    package let gap: SuggestionGap
    /// The suggested text.
    package let value: Value
    package let origin: Origin
    /// A note for the reviewer, such as the similarity of the remembered text.
    package let note: String?

    package init(_ gap: SuggestionGap, value: Value, origin: Origin, note: String? = nil) {
        self.gap = gap
        self.value = value
        self.origin = origin
        self.note = note
    }
}

/// The result of proposing suggestions.
package struct SuggestionOutcome: Sendable {
    /// The commit and its events.
    package let outcome: Outcome
    /// The suggestions that were dropped because a check found an error, with the name of the
    /// check, or because the text was rejected before.
    package let failed: [(gap: SuggestionGap, check: String)]
    /// The suggestions that were refused, for example because the string already has the same text.
    package let refused: [(string: StringID, refusal: Refusal)]

    /// The number of dropped suggestions by the name of the check.
    package var dropped: [String: Int] {
        failed.reduce(into: [:]) { $0[$1.check, default: 0] += 1 }
    }
}

/// Checks the suggestions for a language.
package struct SuggestionChecker {
    private let checker: TextChecker

    /// Creates a checker with the current checks for a language.
    package init(for locale: LanguageTag, in workspace: Workspace) throws {
        checker = try workspace.read { try $0.checkContext() }.textChecker(for: locale)
    }

    /// The reason for dropping a text that a reviewer rejected for the string.
    private static let rejected = "rejected before"

    /// Returns the name of the first check that finds an error, or nil if the suggestion can be
    /// proposed.
    ///
    /// A text that a reviewer rejected for the string cannot be proposed, whatever its origin.
    package func failedCheck(of suggestion: Suggestion) -> String? {
        if suggestion.gap.rejected.contains(suggestion.value) { return Self.rejected }
        return checker.findings(of: suggestion.value, for: suggestion.gap.definition)
            .first { $0.severity == .error }?.check
    }
}

/// Proposes suggestions in a project.
package struct SuggestionProposer {
    private let workspace: Workspace

    package init(_ workspace: Workspace) { self.workspace = workspace }

    /// Proposes suggestions under a guid, in one commit.
    ///
    /// Leaves out a suggestion in these cases:
    ///
    /// - A check finds an error.
    /// - A reviewer rejected the same text for the string, whatever its origin.
    /// - The source text has changed.
    /// - A person or an app has an open proposal for the string, or another open proposal has the
    ///   same text.
    /// - The proposal is refused, for example because the string already has the same text.
    ///
    /// Throws a ``Translation/Refusal``.
    package func propose(
        _ suggestions: [Suggestion], in locale: LanguageTag, guid: String, isDryRun: Bool = false
    ) throws -> SuggestionOutcome {
        var failed: [(gap: SuggestionGap, check: String)] = []
        let checker = try SuggestionChecker(for: locale, in: workspace)
        let sound = suggestions.filter { suggestion in
            guard let check = checker.failedCheck(of: suggestion) else { return true }
            failed.append((suggestion.gap, check))
            return false
        }
        let outcome = try workspace.perform("suggest", guid: guid, isDryRun: isDryRun) { state in
            .batch(try sound.map { try $0.command(in: locale, state) })
        }
        let refused = outcome.leftOut.map { item in
            (string: sound[item.index].gap.string, refusal: item.refusal)
        }
        return SuggestionOutcome(outcome: outcome, failed: failed, refused: refused)
    }
}

extension Suggestion {
    /// Returns the command that makes the proposal, or an empty batch if the string changed or
    /// received a proposal meanwhile.
    fileprivate func command(
        in locale: LanguageTag, _ state: any StateReader
    ) throws -> Command {
        let source = try state.unit(state.project.source, gap.string)
        let unit = try state.unit(locale, gap.string)
        let isSaid = unit.proposals.contains { proposal in
            switch proposal.state {
            case .open: !proposal.proposed.origin.isSuggestion || proposal.proposed.value == value
            case .rejected: proposal.proposed.value == value
            case .accepted, .deleted, .superseded: false
            }
        }
        guard source.definitions.current == gap.definitionID, !isSaid else { return .batch([]) }
        return .propose(
            locale, gap.string, ProposeOptions(value: value, note: note, origin: origin))
    }
}
