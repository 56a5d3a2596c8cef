public import Foundation
public import Suggestions
import Synchronization

/// Translates with a language model, behind any service with the interface of OpenAI's
/// [chat completions](https://platform.openai.com/docs/api-reference/chat), such as a local Ollama.
///
/// Several texts are sent in one request, with their contexts. The answers are matched by id. Texts
/// that the model did not answer are sent again in smaller batches. Whatever the model answers can
/// only become a translation of a text that it was asked for.
public final class ChatEngine: TranslationEngine {
    /// The name passed to the initializer.
    public let name: String
    /// Numbered elements.
    public let markup = ProtectionMarkup.elements

    private let chat: Chat
    private let service: HTTPService
    private let model: String
    private let fastModel: String?
    private let spending: Mutex<ChatSpending>
    /// Whether the model has answered any text.
    private let hasAnswered = Mutex(false)

    /// The numbers of texts in a request: in the first one, and in those for unanswered texts.
    private static let batchSizes = [16, 4, 1]
    /// The maximum size of a batch in characters, without the prompt.
    ///
    /// A batch with a single text may be larger.
    private static let largestBatch = 24_000

    /// The prompt that the engine uses by default.
    public static var standardPrompt: String {
        String(decoding: PackageResources.prompt_txt, as: UTF8.self)
    }

    /// Creates an engine.
    ///
    /// The service is not contacted until translations are requested.
    ///
    /// - Parameters:
    ///   - url: The address of the interface, such as `http://127.0.0.1:11434/v1`.
    ///   - model: The name of the model.
    ///   - fastModel: The name of the model for the strategy `lowLatency`.
    ///   - key: The key of the account.
    ///   - prompt: The instructions for the model.
    ///   - name: The name for origins.
    ///   - budget: The limits for all calls to this engine.
    ///   - timeout: The time limit for a response.
    ///   - attempts: The maximum number of attempts if the service is busy.
    ///   - pause: A function that waits before another attempt.
    /// - Throws: ``TranslationError/unauthorized`` if a key would be sent unencrypted to another
    ///   machine.
    public init(
        at url: URL, model: String, fastModel: String? = nil, key: String? = nil,
        prompt: String = ChatEngine.standardPrompt, name: String = "openai",
        budget: Budget = Budget(), timeout: Duration = .seconds(120), attempts: Int = 6,
        pause: @escaping @Sendable (Duration) async throws -> Void = {
            try await Task.sleep(for: $0)
        }
    ) throws(TranslationError) {
        try HTTPService.requireEncryption(of: key, at: url, for: name)
        self.name = name
        self.model = model
        self.fastModel = fastModel
        chat = Chat(prompt: prompt, key: key)
        spending = Mutex(ChatSpending(budget))
        service = HTTPService(
            engine: name, url: url, key: key, timeout: timeout, attempts: max(1, attempts),
            busyStatuses: [429, 500, 502, 503, 504], pause: pause)
    }

    /// The limits for an engine's requests; nil means no limit.
    public struct Budget: Sendable {
        /// The maximum number of requests, including repeated ones.
        public var requests: Int?
        /// The maximum number of characters in all requests, including the prompts.
        public var characters: Int?

        /// Creates a budget, by default without limits.
        public init(requests: Int? = nil, characters: Int? = nil) {
            self.requests = requests
            self.characters = characters
        }
    }

    /// Returns nil, because models have no list of languages.
    public func pairs() async throws -> [EnginePair]? { nil }

    /// Translates the texts in batches.
    ///
    /// Throws ``TranslationError/budgetSpent`` if the budget does not allow another request. The
    /// other errors are those of ``HTTPEngine``. If the model does not answer a text, the answer
    /// for it is ``TranslationError/refused``.
    public func translate(
        _ texts: [EngineText], of pair: LanguagePair, strategy: TranslationSession.Strategy,
        answer: @Sendable (EngineAnswer) -> Void
    ) async throws {
        let model = strategy == .lowLatency ? fastModel ?? model : model
        var open = texts
        var refusal: TranslationError?
        for size in Self.batchSizes where !open.isEmpty {
            var rest = open[...]
            open = []
            while !rest.isEmpty {
                let batch = try nextBatch(&rest, upTo: size, pair)
                let answers: [Int: String]
                do {
                    answers = try await ask(batch, pair, model)
                } catch let error as TranslationError where TranslationError.refused ~= error {
                    refusal = error
                    answers = [:]
                }
                if !answers.isEmpty { hasAnswered.withLock { $0 = true } }
                for text in batch {
                    if let translation = answers[text.id] {
                        answer(EngineAnswer(id: text.id, .success(translation)))
                    } else {
                        open.append(text)
                    }
                }
            }
        }
        if let refusal, texts.count > 1, !hasAnswered.withLock({ $0 }) {
            // The requests are at fault, not the texts.
            throw TranslationError.unreachable.because(
                refusal.reason,
                hint: "Check the name of the model, and that it supports structured outputs.")
        }
        let fault =
            refusal ?? .refused.because("The model “\(model)” did not answer the text.")
        for text in open { answer(EngineAnswer(id: text.id, .failure(fault))) }
    }

    /// Returns the answers to a batch by id; texts without a usable answer are missing.
    private func ask(
        _ batch: [EngineText], _ pair: LanguagePair, _ model: String
    ) async throws -> [Int: String] {
        let content = Chat.content(of: batch, pair)
        let characters = chat.prompt.count + content.count
        let json = try await service.exchange(chat.call(content, model)) {
            try self.spending.withLock { try $0.spend(characters) }
        }
        guard let message = Chat.message(in: json) else {
            throw TranslationError.engineGarbled.because(
                "The service “\(name)” did not return a chat completion.",
                hint: "Check the address, which often ends in /v1.")
        }
        return Chat.answers(in: message, to: Set(batch.map(\.id)))
    }

    /// Takes the next texts, as many as the limits allow.
    private func nextBatch(
        _ rest: inout ArraySlice<EngineText>, upTo size: Int, _ pair: LanguagePair
    ) throws -> [EngineText] {
        let room = spending.withLock { $0.remainingCharacters }.map { $0 - chat.prompt.count }
        var batch: [EngineText] = []
        while let text = rest.first, batch.count < size {
            let length = Chat.content(of: batch + [text], pair).count
            guard batch.isEmpty || (length <= Self.largestBatch && length <= room ?? .max) else {
                break
            }
            batch.append(text)
            rest = rest.dropFirst()
        }
        return batch
    }
}

/// The requests and characters that an engine has used of its budget.
struct ChatSpending {
    private let budget: ChatEngine.Budget
    private var requests = 0
    private var characters = 0

    init(_ budget: ChatEngine.Budget) { self.budget = budget }

    /// The number of characters that may still be sent; nil if there is no limit.
    var remainingCharacters: Int? { budget.characters.map { max(0, $0 - characters) } }

    /// Counts a request, or throws ``TranslationError/budgetSpent`` if it exceeds the budget.
    mutating func spend(_ count: Int) throws(TranslationError) {
        if let limit = budget.requests, requests >= limit {
            throw .budgetSpent.because(
                "The budget of \(limit) \(limit == 1 ? "request" : "requests") is used up.")
        }
        if let limit = budget.characters, characters + count > limit {
            throw .budgetSpent.because(
                characters == 0
                    ? "The budget of \(limit) characters is too small: a request needs \(count)."
                    : "The budget of \(limit) characters is used up.")
        }
        requests += 1
        characters += count
    }
}
