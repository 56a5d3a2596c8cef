public import Texts

extension TranslationSession {
    /// The languages of a translation that is wanted; see ``translationTask(configurations:engine:preferredLanguages:callbacks:action:)``.
    public struct Configuration: Sendable, Equatable {
        /// The language of the source texts; nil if it is to be identified.
        public var source: LanguageSubtags?
        /// The language of the translations; nil if it is to be chosen from the preferred languages.
        public var target: LanguageSubtags?
        /// Grows with each ``invalidate()``, so that the configuration differs from what it was.
        public private(set) var version = 0

        /// Creates a configuration.
        public init(source: LanguageSubtags? = nil, target: LanguageSubtags? = nil) {
            self.source = source
            self.target = target
        }

        /// Asks for the translation to be done again, with the same languages.
        public mutating func invalidate() { version += 1 }
    }
}

/// Runs an action with a session while the configuration is not nil, and again at each change, as SwiftUI's
/// [`translationTask`](https://developer.apple.com/documentation/swiftui/view/translationtask(_:action:)) does.
///
/// At a change, the action that runs is cancelled and its session ends: calls to it throw ``TranslationError/alreadyCancelled``. The next
/// action starts when it has returned. Equal configurations in a row are one. Returns when the sequence has ended and the last action has
/// returned, and rethrows what iterating the sequence throws.
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
                preferredLanguages: preferredLanguages, callbacks: callbacks)
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
