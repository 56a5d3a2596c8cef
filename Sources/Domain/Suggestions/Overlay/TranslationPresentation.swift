public import Observation
public import Texts

/// The model of a translation overlay, independent of its appearance.
///
/// The reader can change ``target``. Call ``translate()`` after each change, as SwiftUI's
/// `task(id:)` does with ``configuration``. Downloads continue if the overlay is dismissed.
@MainActor @Observable
public final class TranslationPresentation {
    /// The content of the overlay.
    public enum State: Sendable {
        /// The translation is in progress.
        case translating
        /// The translation is ready.
        case translated(TranslationSession.Response)
        /// The translation failed.
        case failed(TranslationError)
    }

    /// The text to translate.
    public let text: String
    /// The source and target languages.
    public private(set) var configuration: TranslationSession.Configuration
    /// The current content of the overlay.
    public private(set) var state = State.translating
    /// The target languages that the reader can choose from.
    public private(set) var targets: [LanguageSubtags] = []

    private let engine: any TranslationEngine
    private let preferredLanguages: [LanguageSubtags]
    private let callbacks: TranslationSession.Callbacks

    /// Creates a presentation of a text.
    ///
    /// Nothing is translated before ``translate()`` is called.
    public init(
        of text: String, engine: any TranslationEngine,
        configuration: TranslationSession.Configuration = .init(),
        preferredLanguages: [LanguageSubtags], callbacks: TranslationSession.Callbacks = .init()
    ) {
        self.text = text
        self.engine = engine
        self.configuration = configuration
        self.preferredLanguages = preferredLanguages
        self.callbacks = callbacks
    }

    /// The target language; nil until it is chosen from the preferred languages.
    public var target: LanguageSubtags? {
        get {
            if case .translated(let response) = state { return response.targetLanguage }
            return configuration.target
        }
        set {
            guard newValue != target else { return }
            state = .translating
            configuration.target = newValue
        }
    }

    /// Translates the text again, after an error.
    public func retry() {
        state = .translating
        configuration.invalidate()
    }

    /// Translates the text with the current configuration, and lists the languages to choose from.
    ///
    /// If the task is cancelled or the configuration changes in the meantime, the result is
    /// dropped.
    public func translate() async {
        let wanted = configuration
        let session = TranslationSession(
            engine: engine, source: wanted.source, target: wanted.target,
            preferredLanguages: preferredLanguages, callbacks: callbacks)
        defer { session.invalidate() }
        let result: State
        do {
            result = .translated(try await session.translate(text))
        } catch let error as TranslationError {
            result = .failed(error)
        } catch is CancellationError {
            return
        } catch {
            result = .failed(.internalError.because("\(error)"))
        }
        let source = try? wanted.source ?? SourceIdentification.language(of: [text], among: nil)
        let choices = await choices(from: source)
        guard configuration == wanted, !Task.isCancelled else { return }
        (state, targets) = (result, choices)
    }

    private func choices(from source: LanguageSubtags?) async -> [LanguageSubtags] {
        guard let source, let offers = try? await PairOffers(engine) else {
            return preferredLanguages
        }
        guard let pairs = offers.pairs else { return preferredLanguages }
        let found = Set(pairs.map(\.languages.target)).filter {
            (try? offers.pair(from: source, to: $0)) != nil
        }
        return found.sorted { $0.description < $1.description }
    }
}
