import Suggestions
import Synchronization

import Texts

/// An engine in memory that logs its requests.
final class MemoryEngine: TranslationEngine {
    let name = "memory"
    let markup: ProtectionMarkup
    private let offers: [EnginePair]
    private let work: @Sendable (EngineText, LanguagePair) async throws -> String
    private let log = Mutex<[String]>([])

    /// Offers pairs such as `en-es`; languages that contain a hyphen are separated by `>`.
    init(
        _ pairs: [String] = ["en-es", "de-en", "es-en", "en-fr"], notInstalled: [String] = [],
        markup: ProtectionMarkup = .elements,
        work: @escaping @Sendable (EngineText, LanguagePair) async throws -> String = {
            text, pair in
            "[\(pair.source)] \(text.text)"
        }
    ) throws {
        func pair(_ name: String, _ isInstalled: Bool) throws -> EnginePair {
            let parts =
                name.split(separator: ">").count == 2
                ? name.split(separator: ">") : name.split(separator: "-")
            return EnginePair(
                LanguagePair(
                    source: try LanguageSubtags(String(parts[0])),
                    target: try LanguageSubtags(String(parts[1]))),
                isInstalled: isInstalled, package: "memory-\(name)")
        }
        offers = try pairs.map { try pair($0, true) } + notInstalled.map { try pair($0, false) }
        self.markup = markup
        self.work = work
    }

    var texts: [String] { log.withLock { $0 } }

    func pairs() async throws -> [EnginePair]? { offers }

    func translate(
        _ texts: [EngineText], of pair: LanguagePair, strategy: TranslationSession.Strategy,
        answer: @Sendable (EngineAnswer) -> Void
    ) async throws {
        for text in texts {
            log.withLock { $0.append(text.text) }
            let translation = try await work(text, pair)
            answer(EngineAnswer(id: text.id, .success(translation)))
        }
    }
}

/// Blocks tasks until it is opened.
final class Gate: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func open() { continuation.finish() }

    func wait() async throws {
        for await _ in stream {}
        try Task.checkCancellation()
    }
}

extension TranslationSession {
    convenience init(
        _ engine: any TranslationEngine, _ source: String?, _ target: String?,
        preferred: [String] = [], strategy: Strategy = .highFidelity,
        callbacks: Callbacks = Callbacks()
    ) throws {
        self.init(
            engine: engine, source: try source.map { try LanguageSubtags($0) },
            target: try target.map { try LanguageSubtags($0) },
            preferredLanguages: try preferred.map { try LanguageSubtags($0) },
            preferredStrategy: strategy, callbacks: callbacks)
    }
}

/// Returns the translation error that a call throws.
func translationError(
    _ body: () async throws -> Void
) async throws -> TranslationError {
    do {
        try await body()
    } catch let error as TranslationError {
        return error
    }
    throw NoError()
}

struct NoError: Error {}
