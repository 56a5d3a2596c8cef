/// Translates texts.
///
/// Sessions and availability stand on this protocol; they know no engine.
///
/// Texts arrive with their placeholders replaced by what ``markup`` says, and go back to a session that restores them.
public protocol TranslationEngine: Sendable {
    /// The engine's name, in lower case; a suggestion's origin is `machine:` and this name.
    var name: String { get }

    /// The markup of placeholders in the engine's input.
    var markup: ProtectionMarkup { get }

    /// Returns the pairs that the engine translates, installed or not; nil if it takes any pair.
    ///
    /// Throws ``TranslationError/engineMissing`` if its program is not on this machine.
    func pairs() async throws -> [EnginePair]?

    /// Translates texts of one of the engine's own pairs, and hands over each answer as soon as there is one, in any order.
    ///
    /// Returns when all have been answered. Throws a ``TranslationError`` if the rest cannot be translated, and `CancellationError` if
    /// the task was cancelled; then no process or request is left behind.
    func translate(
        _ texts: [EngineText], of pair: LanguagePair,
        answer: @Sendable (EngineAnswer) -> Void
    ) async throws

    /// Downloads what a pair needs. Throws ``TranslationError/notInstalled``, with what to do, if the engine cannot do that itself.
    func download(_ pair: LanguagePair) async throws
}

extension TranslationEngine {
    /// Throws: most engines are installed by other means.
    public func download(_ pair: LanguagePair) async throws {
        throw TranslationError.notInstalled.because(
            "The engine “\(name)” has nothing installed for \(pair).")
    }
}

/// A pair that an engine offers.
public struct EnginePair: Hashable, Sendable {
    /// The languages, as the engine names them.
    public let languages: LanguagePair
    /// Whether it can be translated now.
    public let isInstalled: Bool
    /// The package of the system that provides the pair; nil if the engine needs none or does not know it.
    public let package: String?

    /// Creates an offer.
    public init(_ languages: LanguagePair, isInstalled: Bool, package: String? = nil) {
        self.languages = languages
        self.isInstalled = isInstalled
        self.package = package
    }
}

/// A text for an engine, with its number in the batch.
public struct EngineText: Hashable, Sendable {
    /// The number, which the answer repeats.
    public let id: Int
    /// The text, with its placeholders in the engine's markup.
    public let text: String
    /// The developers' comment for translators, if any.
    public let comment: String?
    /// The context that tells the text from the same text elsewhere, if any.
    public let context: String?

    /// Creates a numbered text.
    public init(id: Int, text: String, comment: String? = nil, context: String? = nil) {
        self.id = id
        self.text = text
        self.comment = comment
        self.context = context
    }
}

/// The response of an engine to one text.
public struct EngineAnswer: Sendable {
    /// The number of the text.
    public let id: Int
    /// The translation, or the engine's reason for having none.
    public let result: Result<String, TranslationError>

    /// Creates an answer.
    public init(id: Int, _ result: Result<String, TranslationError>) {
        self.id = id
        self.result = result
    }
}
