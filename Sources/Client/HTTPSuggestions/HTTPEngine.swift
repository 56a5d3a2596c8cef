public import Foundation
import JSON
public import Suggestions
import Synchronization

/// Translates with an HTTP service: LibreTranslate, Apertium-APy, DeepL, or a service with the same
/// API as one of these.
///
/// After a response with status 429 or 503, it waits and retries. It waits for the duration in
/// `Retry-After`. If that field is missing, the wait doubles with each attempt. Redirects to other
/// servers are refused, because a key is a secret.
public final class HTTPEngine: TranslationEngine {
    /// The API of a service.
    public enum Kind: String, CaseIterable, Sendable {
        /// <https://docs.libretranslate.com>.
        case libreTranslate = "libretranslate"
        /// <https://wiki.apertium.org/wiki/Apertium-apy>.
        case apertiumAPy = "apy"
        /// <https://developers.deepl.com>.
        case deepL = "deepl"
    }

    /// The name passed to the initializer, or the name of the API.
    public let name: String
    /// The markup that protects placeholders: XML.
    public let markup = ProtectionMarkup.xml

    private let dialect: any HTTPDialect
    private let service: HTTPService
    private let known = Mutex<[HTTPPair]?>(nil)

    /// Creates an engine.
    ///
    /// The service is not contacted until its language pairs or translations are requested.
    ///
    /// - Parameters:
    ///   - kind: The API of the service.
    ///   - url: The address, such as `https://api-free.deepl.com`.
    ///   - key: The key of the account.
    ///   - name: The name for origins; by default the name of the API.
    ///   - timeout: The time limit for a response.
    ///   - attempts: The maximum number of attempts if the service is busy.
    ///   - pause: A function that waits before another attempt.
    /// - Throws: ``TranslationError/unauthorized`` if a key would be sent unencrypted to another
    ///   machine.
    public init(
        _ kind: Kind, at url: URL, key: String? = nil, name: String? = nil,
        timeout: Duration = .seconds(60), attempts: Int = 6,
        pause: @escaping @Sendable (Duration) async throws -> Void = {
            try await Task.sleep(for: $0)
        }
    ) throws(TranslationError) {
        let name = name ?? kind.rawValue
        try HTTPService.requireEncryption(of: key, at: url, for: name)
        self.name = name
        dialect =
            switch kind {
            case .libreTranslate: LibreTranslateDialect(key: key)
            case .apertiumAPy: APyDialect(key: key)
            case .deepL: DeepLDialect(key: key)
            }
        service = HTTPService(
            engine: name, url: url, key: key, timeout: timeout, attempts: max(1, attempts),
            pause: pause)
    }

    /// Returns the language pairs that the service lists.
    ///
    /// The service is asked only once.
    public func pairs() async throws -> [EnginePair]? {
        try await knownPairs().map { EnginePair($0.languages, isInstalled: true) }
    }

    /// Translates the texts, with as many in each request as the service allows.
    ///
    /// Throws ``TranslationError/unsupportedLanguagePairing``, ``TranslationError/quotaExceeded``,
    /// ``TranslationError/unauthorized``, ``TranslationError/unreachable``,
    /// ``TranslationError/engineSilent`` or ``TranslationError/engineGarbled``. If the service
    /// rejects a text, the answer for it is ``TranslationError/refused``.
    public func translate(
        _ texts: [EngineText], of pair: LanguagePair, strategy: TranslationSession.Strategy,
        answer: @Sendable (EngineAnswer) -> Void
    ) async throws {
        guard let pair = try await knownPairs().first(where: { $0.languages == pair }) else {
            throw TranslationError.unsupportedLanguagePairing
        }
        var rest = texts[...]
        while !rest.isEmpty {
            let batch = nextBatch(&rest)
            do {
                try await send(batch, pair, answer)
            } catch TranslationError.refused where batch.count > 1 {
                // At least one text is at fault. Each text is sent separately, so that the other
                // texts succeed.
                for text in batch { try await sendAlone(text, pair, answer) }
            } catch let error as TranslationError where TranslationError.refused ~= error {
                batch.forEach { answer(EngineAnswer(id: $0.id, .failure(error))) }
            }
        }
    }

    private func sendAlone(
        _ text: EngineText, _ pair: HTTPPair, _ answer: @Sendable (EngineAnswer) -> Void
    ) async throws {
        do {
            try await send([text], pair, answer)
        } catch let error as TranslationError where TranslationError.refused ~= error {
            answer(EngineAnswer(id: text.id, .failure(error)))
        }
    }

    private func send(
        _ batch: [EngineText], _ pair: HTTPPair, _ answer: @Sendable (EngineAnswer) -> Void
    ) async throws {
        let json = try await service.exchange(dialect.translation(of: batch.map(\.text), pair))
        guard let translations = dialect.texts(in: json), translations.count == batch.count else {
            throw TranslationError.engineGarbled.because(
                "The service “\(name)” did not return a translation for each text.")
        }
        for (text, translation) in zip(batch, translations) {
            answer(EngineAnswer(id: text.id, .success(translation)))
        }
    }

    private func nextBatch(_ rest: inout ArraySlice<EngineText>) -> [EngineText] {
        var batch: [EngineText] = []
        var bytes = 0
        while let text = rest.first, batch.count < dialect.largestBatch {
            bytes += text.text.utf8.count
            guard batch.isEmpty || bytes <= dialect.largestBytes else { break }
            batch.append(text)
            rest = rest.dropFirst()
        }
        return batch
    }

    private func knownPairs() async throws -> [HTTPPair] {
        if let pairs = known.withLock({ $0 }) { return pairs }
        var answers: [JSONValue] = []
        for call in dialect.languageCalls { answers.append(try await service.exchange(call)) }
        guard let pairs = dialect.pairs(in: answers) else {
            throw TranslationError.engineGarbled.because(
                "The service “\(name)” did not return a list of its languages.",
                hint: "Check the address and the kind of the service.")
        }
        known.withLock { $0 = pairs }
        return pairs
    }
}
