public import Texts

extension TranslationSession {
    /// The languages of a requested translation; see
    /// ``translationTask(configurations:engine:preferredLanguages:callbacks:action:)``.
    public struct Configuration: Sendable, Equatable {
        /// The source language, or nil to identify it.
        public var source: LanguageSubtags?
        /// The target language, or nil to choose it from the preferred languages.
        public var target: LanguageSubtags?
        /// The preference for one of the engine's models.
        public var preferredStrategy: Strategy
        /// Increases with each ``invalidate()``, so that the configuration differs from the
        /// previous one.
        public private(set) var version = 0

        /// Creates a configuration.
        public init(
            source: LanguageSubtags? = nil, target: LanguageSubtags? = nil,
            preferredStrategy: Strategy = .highFidelity
        ) {
            self.source = source
            self.target = target
            self.preferredStrategy = preferredStrategy
        }

        /// Requests the translation again, with the same languages.
        public mutating func invalidate() { version += 1 }
    }
}

/// Runs an action with a session for each new configuration that is not nil, like SwiftUI's
/// [`translationTask`](https://developer.apple.com/documentation/swiftui/view/translationtask(_:action:)).
///
/// When the configuration changes, the running action is cancelled and its session ends. Later
/// calls to that session throw ``TranslationError/alreadyCancelled``. The next action starts when
/// the previous action has returned. Consecutive equal configurations count as one. Returns when
/// the sequence has ended and the last action has returned. Rethrows errors from the sequence.
public func translationTask<Configurations: AsyncSequence>(
    configurations: Configurations, engine: any TranslationEngine,
    preferredLanguages: [LanguageSubtags] = [],
    callbacks: TranslationSession.Callbacks = .init(),
    action: @escaping @Sendable (TranslationSession) async -> Void
) async throws where Configurations.Element == TranslationSession.Configuration? {
    var current: TranslationSession.Configuration?
    var running: (session: TranslationSession, task: Task<Void, Never>)?
    func stop() async {
        running?.session.invalidate()
        running?.task.cancel()
        await running?.task.value
        running = nil
    }
    do {
        for try await next in configurations where next != current {
            current = next
            await stop()
            guard let next else { continue }
            let session = TranslationSession(
                engine: engine, source: next.source, target: next.target,
                preferredLanguages: preferredLanguages,
                preferredStrategy: next.preferredStrategy, callbacks: callbacks)
            running = (
                session,
                Task {
                    await action(session)
                    session.invalidate()
                }
            )
        }
        try Task.checkCancellation()
    } catch {
        await stop()
        throw error
    }
    guard let last = running else { return }
    await withTaskCancellationHandler {
        await last.task.value
    } onCancel: {
        last.session.invalidate()
        last.task.cancel()
    }
}
