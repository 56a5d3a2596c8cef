import Dispatch
import Suggestions
import Synchronization
import Texts
import Translation

/// Asks an engine for many texts, and hands its answers to the thread that waits for them.
///
/// The verbs of the command line do one thing after the other, and an engine answers when it likes.
final class EngineRun: Sendable {
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
        _ engine: any TranslationEngine, from source: LanguageTag, to target: LanguageTag
    ) throws {
        translation = TranslationSession(
            engine: engine, source: try LanguageSubtags(source.rawValue),
            target: try LanguageSubtags(target.rawValue))
    }

    /// The texts that the engine refused, and those whose placeholders it broke.
    var dropped: [TranslationSession.Dropped] { translation.dropped }

    /// Translates texts; `take` gets each answer as it comes, on the thread of the caller.
    ///
    /// Returns whether all were answered: not if `isCancelled` came to say so. Throws a ``Translation/Refusal`` if the engine failed; what it
    /// had answered until then was handed over.
    func translate(
        _ texts: [String], isCancelled: () -> Bool,
        take: (_ source: String, _ text: String) throws -> Void
    ) throws -> Bool {
        let task = Task {
            var failure: (any Error)?
            do {
                let requests = texts.map { TranslationSession.Request(sourceText: $0) }
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
        var wasCancelled = false
        while true {
            _ = bell.wait(timeout: .now() + .milliseconds(Self.patience))
            let (responses, hasEnded, failure) = state.withLock { state in
                defer { state.responses = [] }
                return (state.responses, state.hasEnded, state.failure)
            }
            for response in responses { try take(response.sourceText, response.targetText) }
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

    private static func refusal(_ error: any Error) -> any Error {
        guard let error = error as? TranslationError else { return error }
        return Refusal(
            .engine, error.reason,
            hint: error.hint.map { .advice($0) }
                ?? "Run its command by hand to see more, or name another engine.")
    }
}
