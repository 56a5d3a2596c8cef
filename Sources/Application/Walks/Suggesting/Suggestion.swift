import Git
import GitEventStore
public import Texts
public import Translation
public import Workspace

/// A text that a machine or a memory has for a string.
public struct Suggestion: Sendable {
    /// The string and what it was made for.
    public let gap: SuggestionGap
    /// The text.
    public let value: Value
    /// Where it comes from.
    public let origin: Origin
    /// What the reviewer should know, such as how alike the remembered text was.
    public let note: String?

    /// States a suggestion.
    public init(_ gap: SuggestionGap, value: Value, origin: Origin, note: String? = nil) {
        self.gap = gap
        self.value = value
        self.origin = origin
        self.note = note
    }
}

/// What became of suggestions.
public struct SuggestionOutcome: Sendable {
    /// The commit and its events.
    public let outcome: Outcome
    /// The suggestions that were dropped because a check found an error, with the name of the check.
    public let failed: [(gap: SuggestionGap, check: String)]
    /// The suggestions that were refused, such as for strings that changed meanwhile.
    public let refused: [(string: StringID, refusal: Refusal)]

    /// How many suggestions each check dropped, by its name.
    public var dropped: [String: Int] {
        failed.reduce(into: [:]) { $0[$1.check, default: 0] += 1 }
    }
}

/// Looks for errors in the suggestions of a language.
public struct SuggestionChecker {
    private let checker: TextChecker

    /// Takes the checks of a language as they are set now.
    public init(for locale: LanguageTag, in workspace: Workspace) throws {
        checker = try workspace.read { try $0.checkContext() }.textChecker(for: locale)
    }

    /// Returns the name of the first check that finds an error; nil if the suggestion can be proposed.
    public func failedCheck(of suggestion: Suggestion) -> String? {
        checker.findings(of: suggestion.value, for: suggestion.gap.definition)
            .first { $0.severity == .error }?.check
    }
}

extension SuggestionOutcome {
    /// Proposes suggestions under a guid of their own, in one commit.
    ///
    /// A suggestion in which a check finds an error is dropped, so is one whose source text has changed since, and one that the string's
    /// text or another open proposal says already. Throws a ``Translation/Refusal``.
    public init(
        proposing suggestions: [Suggestion], in locale: LanguageTag, guid: String,
        isDryRun: Bool = false, _ workspace: Workspace
    ) throws {
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
        self.init(outcome: outcome, failed: failed, refused: refused)
    }
}

extension Suggestion {
    /// The proposal; for a string that changed or got a proposal meanwhile, a batch of nothing.
    fileprivate func command(
        in locale: LanguageTag, _ state: any StateReader
    ) throws -> Command {
        let source = try state.unit(state.project.source, gap.string)
        let unit = try state.unit(locale, gap.string)
        let isSaid = unit.proposals.contains {
            $0.state == .open && (!$0.proposed.origin.isSuggestion || $0.proposed.value == value)
        }
        guard source.definitions.current == gap.definitionID, !isSaid else { return .batch([]) }
        return .propose(locale, gap.string, Proposing(value: value, note: note, origin: origin))
    }
}
