public import Observation
public import Texts

/// The model of a translation overlay, independent of its appearance.
///
/// The reader may change ``target``; ``translate()`` is to be called then, as SwiftUI's `task(id:)` does with ``configuration``. A download
/// that has begun goes on if the overlay is dismissed.
@MainActor @Observable
public final class TranslationPresentation {
    /// The content of the overlay.
    public enum State: Sendable {
        /// The translation is not there yet.
        case translating
        /// The translation.
        case translated(TranslationSession.Response)
        /// The reason why there is none.
        case failed(TranslationError)
    }

    /// The text.
    public let text: String
    /// The languages that are translated between.
    public private(set) var configuration: TranslationSession.Configuration
    /// The content of the overlay.
    public private(set) var state = State.translating
    /// The languages that the reader can choose from.
    public private(set) var targets: [LanguageSubtags] = []

    private let engine: any TranslationEngine
    private let preferredLanguages: [LanguageSubtags]
    private let callbacks: TranslationSession.Callbacks

    /// Creates a presentation of a text; nothing is translated before ``translate()``.
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

    /// The language of the translation; nil until it is chosen from the preferred languages.
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

    /// Translates the text by the present configuration, and lists the languages to choose from.
    ///
    /// If the task is cancelled or the configuration changes meanwhile, the result is dropped.
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
