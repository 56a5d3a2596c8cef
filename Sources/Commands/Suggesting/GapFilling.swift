import Suggestions
import Texts
import Translation
import Workspace

/// The gaps of a language while they are filled: by the memory first, and by an engine then.
struct GapFilling {
    /// How the asking of an engine ended.
    enum Ending {
        case complete
        /// Somebody asked for the end.
        case interrupted
        /// The engine failed after some answers.
        case failed(any Error)
    }

    let found: SuggestionGaps
    let locale: LanguageTag
    /// The gaps without a suggestion.
    private(set) var rest: [SuggestionGap]
    private(set) var suggestions: [Suggestion] = []
    /// How many answers of the engine were dropped, by reason.
    private(set) var dropped: [String: Int] = [:]
    /// What the engine answered; `nil` if it was not asked.
    private(set) var journal: SuggestionJournal?

    init(_ found: SuggestionGaps, in locale: LanguageTag) {
        self.found = found
        self.locale = locale
        rest = found.gaps
    }

    /// The texts of the gaps that are left, each once.
    var texts: [String] {
        var seen: Set<Value.Text> = []
        return rest.flatMap(\.sources).filter { seen.insert(Value.Text($0)).inserted }
    }

    /// Fills gaps whose texts the memory has, all forms of them, at least so alike in percent.
    mutating func fill(
        from memory: TranslationMemory, _ source: LanguageTag, minimum: Int
    ) throws {
        let locale = locale
        try take { gap in
            var matches: [MemoryMatch] = []
            for text in gap.sources {
                let found = try memory.best(
                    text, gap.string, from: source, to: locale, minimum: minimum)
                guard let found else { return nil }
                matches.append(found)
            }
            let worst = matches.min { $0.percent < $1.percent }
            return gap.value(of: matches.map(\.target)).map {
                Suggestion(gap, value: $0, origin: .memory, note: worst?.note)
            }
        }
    }

    /// Fills gaps by an engine.
    ///
    /// What it answers is kept on disk until it is proposed.
    mutating func fill(
        _ choice: EngineChoice, in session: Session, _ workspace: Workspace
    ) throws -> Ending {
        guard let engine = choice.engine(session.host), !rest.isEmpty else { return .complete }
        let journal = try workspace.suggestionJournal(of: choice.origin, in: locale)
        self.journal = journal
        let texts = texts
        let wanted = texts.filter { journal.answers[Value.Text($0)] == nil }
        let run = try EngineRun(engine, from: workspace.project.source, to: locale)
        var done = texts.count - wanted.count
        var ending = Ending.complete
        do {
            let isComplete = try session.terminal.whileCancellable { isCancelled in
                try run.translate(wanted, isCancelled: isCancelled) { source, text in
                    try journal.keep(text, of: source)
                    done += 1
                    workspace.reportProgress?("Translating", done, texts.count)
                }
            }
            if !isComplete { ending = .interrupted }
        } catch {
            ending = .failed(error)
        }
        workspace.reportProgress?("Translating", texts.count, texts.count)
        try journal.flush()
        for item in run.dropped { dropped[Self.reason(item.error), default: 0] += 1 }
        take { gap in
            let texts = gap.sources.compactMap { journal.answers[Value.Text($0)] }
            guard texts.count == gap.sources.count else { return nil }
            return gap.value(of: texts).map { Suggestion(gap, value: $0, origin: choice.origin) }
        }
        return ending
    }

    private static func reason(_ error: TranslationError) -> String {
        TranslationError.broken ~= error ? "placeholders" : "refused by the engine"
    }

    private mutating func take(
        _ suggestion: (SuggestionGap) throws -> Suggestion?
    ) rethrows {
        var left: [SuggestionGap] = []
        for gap in rest {
            if let made = try suggestion(gap) { suggestions.append(made) } else { left.append(gap) }
        }
        rest = left
    }
}
