import Synchronization
public import Texts

/// Translates texts from one language into another with an engine, in the shape of Apple's
/// [`TranslationSession`](https://developer.apple.com/documentation/translation/translationsession).
///
/// A session can be made for any languages; if the engine does not translate the pair, each call throws. Without a source, each batch is
/// identified for itself. Without a target, the first of the preferred languages is taken that the engine translates into.
///
/// A translation that lost, doubled or changed a placeholder is dropped: ``translate(_:)`` throws ``TranslationError/broken``, batches
/// leave it out, and ``dropped`` has it.
public final class TranslationSession: Sendable {
    /// The engine.
    public let engine: any TranslationEngine
    /// The language of the source texts; nil if it is identified.
    public let sourceLanguage: LanguageSubtags?
    /// The language of the translations; nil if it is chosen from the preferred languages.
    public let targetLanguage: LanguageSubtags?
    /// Languages for a session without a target, the most wanted first.
    public let preferredLanguages: [LanguageSubtags]
    /// The notations of placeholders that the engine must leave alone.
    public let notations: PlaceholderNotations

    let callbacks: Callbacks

    private struct State {
        var isInvalidated = false
        var dropped: [Dropped] = []
        /// Batches under way.
        var tasks: [Int: Task<Void, Never>] = [:]
        var nextTask = 0
    }

    private let state = Mutex(State())

    /// Creates a session.
    ///
    /// It costs nothing until the first call.
    public init(
        engine: any TranslationEngine, source: LanguageSubtags?, target: LanguageSubtags?,
        preferredLanguages: [LanguageSubtags] = [],
        notations: PlaceholderNotations = .implied, callbacks: Callbacks = Callbacks()
    ) {
        self.engine = engine
        sourceLanguage = source
        targetLanguage = target
        self.preferredLanguages = preferredLanguages
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

    /// Translates texts of one language, and returns the responses in the order of the requests.
    ///
    /// Dropped translations are left out. Throws as ``translate(batch:)`` does while iterating.
    public func translations(from requests: [Request]) async throws -> [Response] {
        var responses: [(index: Int, response: Response)] = []
        for try await item in BatchResponse.Indexed(session: self, requests: requests) {
            responses.append(item)
        }
        return responses.sorted { $0.index < $1.index }.map(\.response)
    }

    /// Returns the responses to texts of one language as they come, in any order.
    ///
    /// Nothing happens before the iteration begins, and it ends with it. Iterating throws ``TranslationError``, also
    /// ``TranslationError/nothingToTranslate`` if one of the texts is blank, and `CancellationError`.
    public func translate(batch requests: [Request]) -> BatchResponse {
        BatchResponse(session: self, requests: requests)
    }

    /// Makes sure that the pair can be translated, and downloads what it needs if `approveDownload` agrees.
    ///
    /// A download goes on if the task of this call is cancelled. Throws ``TranslationError/unableToIdentifyLanguage`` for a session without
    /// a source, and ``TranslationError/notInstalled`` if the pair is not there afterwards.
    public func prepareTranslation() async throws {
        try checkValidity()
        guard let sourceLanguage else { throw TranslationError.unableToIdentifyLanguage }
        _ = try await pair(from: sourceLanguage, among: PairOffers(engine))
    }

    /// Ends what is under way.
    ///
    /// Every call afterwards throws ``TranslationError/alreadyCancelled``.
    public func invalidate() {
        let tasks = state.withLock { state in
            state.isInvalidated = true
            return Array(state.tasks.values)
        }
        tasks.forEach { $0.cancel() }
    }

    /// Ends the session, as ``invalidate()`` does.
    public func cancel() { invalidate() }

    /// Whether the session has ended.
    public var isInvalidated: Bool { state.withLock { $0.isInvalidated } }

    /// The requests of this session whose translations were dropped, in the order of the answers.
    public var dropped: [Dropped] { state.withLock { $0.dropped } }

    /// The number of translations that were dropped because of their placeholders.
    public var brokenCount: Int {
        dropped.count { TranslationError.broken ~= $0.error }
    }

    func checkValidity() throws(TranslationError) {
        if isInvalidated { throw .alreadyCancelled }
    }

    func note(_ dropped: Dropped) { state.withLock { $0.dropped.append(dropped) } }

    /// Starts a task that ends with the session, and returns what cancels it.
    func start(_ body: @escaping @Sendable () async -> Void) -> @Sendable () -> Void {
        let number = state.withLock { state in
            state.nextTask += 1
            return state.nextTask
        }
        // The session stays as long as the task.
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
