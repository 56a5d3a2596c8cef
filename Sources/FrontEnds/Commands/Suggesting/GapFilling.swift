import Memory
import Suggestions
import Texts
import Translation
import Walks
import Workspace

/// A run that fills the gaps in a language, first from the memory and then with an engine.
struct GapFilling {
    /// The reason that an engine run ended.
    enum Ending {
        case complete
        /// The user cancelled the run.
        case interrupted
        /// The engine's budget is used up, for the given reason.
        case stopped(String)
        /// The engine failed, possibly after some answers.
        case failed(any Error)
    }

    let found: SuggestionGaps
    let locale: LanguageTag
    /// The gaps without a suggestion.
    private(set) var rest: [SuggestionGap]
    private(set) var suggestions: [Suggestion] = []
    /// The number of requests dropped in this run, by reason.
    private(set) var dropped: [String: Int] = [:]
    /// The number of gaps that were not sent because an earlier run dropped an answer for them.
    private(set) var droppedBefore = 0
    /// The engine's answers; nil if it was not used.
    private(set) var journal: SuggestionJournal?
    /// Receives each suggestion as soon as it is available; nil if progress is shown instead.
    private let show: ((Suggestion) -> Void)?

    init(
        _ found: SuggestionGaps, in locale: LanguageTag, show: ((Suggestion) -> Void)?
    ) {
        self.found = found
        self.locale = locale
        self.show = show
        rest = found.gaps
    }

    /// Returns the requests to send for the remaining gaps, without duplicates.
    ///
    /// Omits requests that already have an answer, and all requests for a gap if one of its answers
    /// was dropped before.
    func requests(
        _ known: (SuggestionRequest) -> SuggestionJournal.Answer?
    ) -> [SuggestionRequest] {
        var seen: Set<SuggestionRequest> = []
        return rest.filter { !Self.wasDropped($0, known) }.flatMap(\.requests)
            .filter { known($0)?.text == nil && seen.insert($0).inserted }
    }

    /// Returns true if one of the gap's requests has a dropped answer and no text.
    private static func wasDropped(
        _ gap: SuggestionGap, _ known: (SuggestionRequest) -> SuggestionJournal.Answer?
    ) -> Bool {
        gap.requests.contains { request in
            known(request).map { $0.text == nil && $0.dropped != nil } ?? false
        }
    }

    /// Fills each gap for which the memory contains a match for every form.
    ///
    /// `minimum` is the minimum similarity in percent.
    mutating func fill(
        from memory: TranslationMemory, _ source: LanguageTag, minimum: Int
    ) throws {
        let locale = locale
        try take { gap in
            let found = try gap.sources.map { text in
                try memory.matches(
                    for: text, source: source, target: locale, section: gap.string.section,
                    key: gap.string.key, minimum: minimum, limit: gap.rejected.count + 1)
            }
            // A text with one form has alternatives, if its best match was rejected before.
            let isSingle = found.count == 1
            for index in 0..<(isSingle ? found[0].count : 1) {
                let matches = found.compactMap { $0.dropFirst(index).first }
                guard matches.count == found.count,
                    let value = gap.value(of: matches.map(\.target)),
                    !gap.rejected.contains(value)
                else { continue }
                let worst = matches.min { $0.percent < $1.percent }
                return Suggestion(gap, value: value, origin: .memory, note: worst?.note)
            }
            return nil
        }
    }

    /// Adds the facts that an engine takes to the requests for the remaining gaps.
    ///
    /// Facts that it ignores are removed, so that equal texts are sent only once.
    mutating func setContext(
        _ scope: EngineChoice.ContextScope, from memory: TranslationMemory?,
        _ workspace: Workspace
    ) throws {
        switch scope {
        case .comment: break
        case .nothing: for index in rest.indices { rest[index].removeContext() }
        case .everything:
            rest = try workspace.read { snapshot in
                var collector = try ContextCollector(for: locale, in: snapshot, memory: memory)
                return try rest.map { gap in
                    var gap = gap
                    try gap.addContext(from: &collector)
                    return gap
                }
            }
        }
    }

    /// Fills gaps with an engine.
    ///
    /// With `retries`, also sends requests whose answers were dropped before. Answers are stored on
    /// disk until they are proposed.
    mutating func fill(
        _ choice: EngineChoice, _ strategy: TranslationSession.Strategy, retries: Bool,
        in session: Session, _ workspace: Workspace
    ) throws -> Ending {
        guard let engine = choice.engine(session.host), !rest.isEmpty else { return .complete }
        let journal = try SuggestionJournal(
            of: choice.origin, in: locale, engine: choice.fingerprint(), workspace)
        self.journal = journal
        if retries { journal.forgetDropped() }
        droppedBefore = rest.count { Self.wasDropped($0) { journal[$0] } }
        let wanted = requests { journal[$0] }
        // Requests with stored answers need no engine.
        take { gap in Self.suggestion(for: gap, journal, choice.origin) }
        let run = try EngineRun(
            engine, from: workspace.project.source, to: locale, strategy: strategy,
            notations: try workspace.read { try $0.placeholderNotations })
        var waiting = WaitingGaps(rest) { journal[$0]?.text != nil }
        let reportProgress = show == nil ? workspace.reportProgress : nil
        var done = 0
        var ending = Ending.complete
        var made: [Suggestion] = []
        do {
            let isComplete = try session.terminal.whileCancellable { isCancelled in
                try run.translate(wanted, isCancelled: isCancelled) { request, result in
                    done += 1
                    reportProgress?("Translating", done, wanted.count)
                    switch result {
                    case .dropped(let reason):
                        try journal.drop(request, because: reason)
                        dropped[reason, default: 0] += 1
                    case .text(let text):
                        try journal.keep(text, of: request)
                        for gap in waiting.gaps(completedBy: request) {
                            let suggestion = Self.suggestion(for: gap, journal, choice.origin)
                            guard let suggestion else { continue }
                            made.append(suggestion)
                            show?(suggestion)
                        }
                    }
                }
            }
            if !isComplete { ending = .interrupted }
        } catch let error as TranslationError where TranslationError.budgetSpent ~= error {
            ending = .stopped(error.reason)
        } catch {
            ending = .failed(error)
        }
        reportProgress?("Translating", wanted.count, wanted.count)
        try journal.flush()
        suggestions += made
        let filled = Set(made.map(\.gap.string))
        rest.removeAll { filled.contains($0.string) }
        return ending
    }

    private static func suggestion(
        for gap: SuggestionGap, _ journal: SuggestionJournal, _ origin: Origin
    ) -> Suggestion? {
        let texts = gap.requests.compactMap { journal[$0]?.text }
        guard texts.count == gap.sources.count else { return nil }
        return gap.value(of: texts).map { Suggestion(gap, value: $0, origin: origin) }
    }

    private mutating func take(
        _ suggestion: (SuggestionGap) throws -> Suggestion?
    ) rethrows {
        var left: [SuggestionGap] = []
        for gap in rest {
            if let made = try suggestion(gap) {
                suggestions.append(made)
                show?(made)
            } else {
                left.append(gap)
            }
        }
        rest = left
    }
}

/// Gaps that wait for answers to their requests.
private struct WaitingGaps {
    private let gaps: [SuggestionGap]
    private var places: [SuggestionRequest: [Int]] = [:]
    private var open: [Set<SuggestionRequest>]

    init(_ gaps: [SuggestionGap], isAnswered: (SuggestionRequest) -> Bool) {
        self.gaps = gaps
        open = gaps.map { Set($0.requests.filter { !isAnswered($0) }) }
        for (index, requests) in open.enumerated() {
            for request in requests { places[request, default: []].append(index) }
        }
    }

    /// Records the answer to a request, and returns the gaps that now have all answers.
    mutating func gaps(completedBy request: SuggestionRequest) -> [SuggestionGap] {
        (places[request] ?? []).compactMap { index in
            guard open[index].remove(request) != nil, open[index].isEmpty else { return nil }
            return gaps[index]
        }
    }
}
