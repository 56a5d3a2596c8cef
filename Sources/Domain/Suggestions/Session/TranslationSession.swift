import Synchronization
public import Texts

/// Translates texts from one language into another with an engine, with the interface of Apple's
/// [`TranslationSession`](https://developer.apple.com/documentation/translation/translationsession).
///
/// A session can be created for any languages. If the engine does not support the pair, each call
/// throws an error. Without a source language, the language of each batch is identified separately.
/// Without a target language, the first preferred language that the engine supports is used.
///
/// A translation that lost, repeated or changed a placeholder is dropped: ``translate(_:)`` throws
/// ``TranslationError/broken``, batches omit it, and ``dropped`` contains it.
public final class TranslationSession: Sendable {
    /// The engine that translates the texts.
    public let engine: any TranslationEngine
    /// The source language, or nil if it is identified from the texts.
    public let sourceLanguage: LanguageSubtags?
    /// The target language, or nil if it is chosen from the preferred languages.
    public let targetLanguage: LanguageSubtags?
    /// The possible target languages of a session without a target, most preferred first.
    public let preferredLanguages: [LanguageSubtags]
    /// The preference for one of the engine's models.
    public let preferredStrategy: Strategy
    /// The placeholder notations that the engine must leave unchanged.
    public let notations: PlaceholderNotations

    let callbacks: Callbacks

    private struct State {
        var isInvalidated = false
        var dropped: [Dropped] = []
        /// The batches in progress.
        var tasks: [Int: Task<Void, Never>] = [:]
        var nextTask = 0
    }

    private let state = Mutex(State())

    /// Creates a session.
    ///
    /// No work is done before the first call.
    public init(
        engine: any TranslationEngine, source: LanguageSubtags?, target: LanguageSubtags?,
        preferredLanguages: [LanguageSubtags] = [], preferredStrategy: Strategy = .highFidelity,
        notations: PlaceholderNotations = .implied, callbacks: Callbacks = Callbacks()
    ) {
        self.engine = engine
        sourceLanguage = source
        targetLanguage = target
        self.preferredLanguages = preferredLanguages
        self.preferredStrategy = preferredStrategy
        self.notations = notations
        self.callbacks = callbacks
    }

    deinit { invalidate() }

    /// Translates one text.
    ///
    /// Throws a ``TranslationError``, and `CancellationError` if the task is cancelled.
    public func translate(_ text: String) async throws -> Response {
        let count = dropped.count
        let responses = try await translations(from: [Request(sourceText: text)])
        if let response = responses.first { return response }
        let mine = dropped.dropFirst(count).last { $0.request.sourceText == text }
        throw mine?.error ?? .internalError
    }

    /// Translates texts in one language.
    ///
    /// Returns the responses in the order of the requests. Omits dropped translations. Throws the
    /// same errors as iterating over ``translate(batch:)``.
    public func translations(from requests: [Request]) async throws -> [Response] {
        var responses: [(index: Int, response: Response)] = []
        for try await item in BatchResponse.Indexed(session: self, requests: requests) {
            responses.append(item)
        }
        return responses.sorted { $0.index < $1.index }.map(\.response)
    }

    /// Returns the responses to texts in one language as they arrive, in any order.
    ///
    /// The translation starts with the iteration and ends with it. Iterating throws
    /// ``TranslationError``, including ``TranslationError/nothingToTranslate`` if one of the texts
    /// is blank, and `CancellationError`.
    public func translate(batch requests: [Request]) -> BatchResponse {
        BatchResponse(session: self, requests: requests)
    }

    /// Ensures that the pair can be translated, and downloads its data if `approveDownload` allows
    /// it.
    ///
    /// A download continues if the task of this call is cancelled. Throws
    /// ``TranslationError/unableToIdentifyLanguage`` for a session without a source, and
    /// ``TranslationError/notInstalled`` if the pair is still not installed afterwards.
    public func prepareTranslation() async throws {
        try checkValidity()
        guard let sourceLanguage else { throw TranslationError.unableToIdentifyLanguage }
        _ = try await pair(from: sourceLanguage, among: PairOffers(engine))
    }

    /// Cancels all work in progress.
    ///
    /// Every later call throws ``TranslationError/alreadyCancelled``.
    public func invalidate() {
        let tasks = state.withLock { state in
            state.isInvalidated = true
            return Array(state.tasks.values)
        }
        tasks.forEach { $0.cancel() }
    }

    /// Ends the session, as ``invalidate()`` does.
    public func cancel() { invalidate() }

    /// True if the session has ended.
    public var isInvalidated: Bool { state.withLock { $0.isInvalidated } }

    /// The requests of this session whose translations were dropped, in the order of the answers.
    public var dropped: [Dropped] { state.withLock { $0.dropped } }

    /// The number of translations dropped because of their placeholders.
    public var brokenCount: Int {
        dropped.count { TranslationError.broken ~= $0.error }
    }

    func checkValidity() throws(TranslationError) {
        if isInvalidated { throw .alreadyCancelled }
    }

    func note(_ dropped: Dropped) { state.withLock { $0.dropped.append(dropped) } }

    /// Starts a task that ends with the session.
    ///
    /// Returns a function that cancels the task.
    func start(_ body: @escaping @Sendable () async -> Void) -> @Sendable () -> Void {
        let number = state.withLock { state in
            state.nextTask += 1
            return state.nextTask
        }
        // The task keeps the session alive.
        let task = Task {
            await body()
            _ = self.state.withLock { $0.tasks.removeValue(forKey: number) }
        }
        let isLate = state.withLock { state in
            state.tasks[number] = task
            return state.isInvalidated
        }
        if isLate { task.cancel() }
        return { task.cancel() }
    }
}
