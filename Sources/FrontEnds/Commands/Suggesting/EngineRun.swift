import Dispatch
import Suggestions
import Synchronization
import Texts
import Translation
import Walks
import Workspace

/// Asks an engine for many texts, and hands its answers to the thread that waits for them.
///
/// The verbs of the command line do one thing after the other, and an engine answers when it likes.
final class EngineRun: Sendable {
    /// What an engine made of a request.
    enum Result {
        case text(String)
        /// The translation cannot be used, for a reason in a few words.
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

    /// How often the one who waits is asked whether to give up, in milliseconds.
    private static let patience = 50

    init(
        _ engine: any TranslationEngine, from source: LanguageTag, to target: LanguageTag,
        notations: PlaceholderNotations
    ) throws {
        translation = TranslationSession(
            engine: engine, source: try LanguageSubtags(source.rawValue),
            target: try LanguageSubtags(target.rawValue), notations: notations)
    }

    /// Sends requests; `take` gets each result as it comes, on the thread of the caller.
    ///
    /// Returns whether all were answered: not if `isCancelled` came to say so. Throws a ``Translation/Refusal`` if the engine failed; what it
    /// had answered until then was handed over.
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
                        comment: request.comment?.string, context: request.context?.string)
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
        default: "refused by the engine"
        }
    }

    private static func refusal(_ error: any Error) -> any Error {
        guard let error = error as? TranslationError else { return error }
        return Refusal(
            .engine, error.reason,
            hint: error.hint.map { .advice($0) }
                ?? "Run its command by hand to see more, or name another engine.")
    }
}
