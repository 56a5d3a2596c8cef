import Dispatch
import Suggestions
import Synchronization
import Texts
import Translation
import Walks
import Workspace

/// Translates many texts with an engine, and passes its answers to the waiting thread.
///
/// The verbs of the command line are synchronous, while engines answer asynchronously.
final class EngineRun: Sendable {
    /// The engine's result for a request.
    enum Result {
        case text(String)
        /// The translation is not usable, for the given short reason.
        case dropped(String)
    }

    private struct State {
        var responses: [TranslationSession.Response] = []
        var hasEnded = false
        var failure: (any Error)?
    }

    private let translation: TranslationSession
    private let state = Mutex(State())
    private let bell = DispatchSemaphore(value: 0)

    /// The interval between checks for cancellation, in milliseconds.
    private static let patience = 50

    init(
        _ engine: any TranslationEngine, from source: LanguageTag, to target: LanguageTag,
        strategy: TranslationSession.Strategy, notations: PlaceholderNotations
    ) throws {
        translation = TranslationSession(
            engine: engine, source: try LanguageSubtags(source.rawValue),
            target: try LanguageSubtags(target.rawValue), preferredStrategy: strategy,
            notations: notations)
    }

    /// Sends requests, and passes each result to `take` as it arrives, on the caller's thread.
    ///
    /// Returns false if `isCancelled` stopped the run before all answers arrived. Throws
    /// ``TranslationError/budgetSpent``, or a ``Translation/Refusal`` if the engine failed, after
    /// passing on the answers received so far.
    func translate(
        _ all: [SuggestionRequest], isCancelled: () -> Bool,
        take: (SuggestionRequest, Result) throws -> Void
    ) throws -> Bool {
        let task = Task {
            var failure: (any Error)?
            do {
                let requests = all.enumerated().map { index, request in
                    TranslationSession.Request(
                        sourceText: request.text.string, clientIdentifier: String(index),
                        context: request.context.isEmpty ? nil : request.context)
                }
                for try await response in translation.translate(batch: requests) {
                    state.withLock { $0.responses.append(response) }
                    bell.signal()
                }
            } catch {
                failure = error
            }
            state.withLock { state in
                state.hasEnded = true
                state.failure = failure
            }
            bell.signal()
        }
        defer { task.cancel() }
        func request(_ identifier: String?) -> SuggestionRequest? {
            identifier.flatMap { Int($0) }.map { all[$0] }
        }
        var wasCancelled = false
        var droppedCount = 0
        while true {
            _ = bell.wait(timeout: .now() + .milliseconds(Self.patience))
            let (responses, hasEnded, failure) = state.withLock { state in
                defer { state.responses = [] }
                return (state.responses, state.hasEnded, state.failure)
            }
            for response in responses {
                guard let request = request(response.clientIdentifier) else { continue }
                try take(request, .text(response.targetText))
            }
            let dropped = translation.dropped[droppedCount...]
            droppedCount += dropped.count
            for item in dropped {
                guard let request = request(item.request.clientIdentifier) else { continue }
                try take(request, .dropped(Self.reason(item.error)))
            }
            if hasEnded {
                guard let failure, !wasCancelled else { return !wasCancelled }
                throw Self.refusal(failure)
            }
            if !wasCancelled, isCancelled() {
                wasCancelled = true
                task.cancel()
            }
        }
    }

    private static func reason(_ error: TranslationError) -> String {
        switch error {
        case TranslationError.broken: "placeholders"
        case TranslationError.wrongLanguage: "another language"
        case TranslationError.embellished: "additions"
        default: "rejected by the engine"
        }
    }

    private static func refusal(_ error: any Error) -> any Error {
        guard let error = error as? TranslationError, !(TranslationError.budgetSpent ~= error)
        else { return error }
        return Refusal(
            .engine, error.reason,
            hint: error.hint.map { .advice($0) }
                ?? "Run its command by hand for details, or choose another engine.")
    }
}
