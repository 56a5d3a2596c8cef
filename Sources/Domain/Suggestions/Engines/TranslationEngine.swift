/// A machine translation engine.
///
/// Sessions and availability checks only use this protocol, not a particular engine.
///
/// Placeholders in the texts are replaced as ``markup`` specifies. The session restores them in the
/// translations.
public protocol TranslationEngine: Sendable {
    /// The engine's name in lower case.
    ///
    /// The origin of the engine's suggestions is `machine:` followed by this name.
    var name: String { get }

    /// The markup for placeholders in the engine's input.
    var markup: ProtectionMarkup { get }

    /// Returns the pairs that the engine can translate, installed or not, or nil if it accepts any
    /// pair.
    ///
    /// Throws ``TranslationError/engineMissing`` if the engine's program is not installed.
    func pairs() async throws -> [EnginePair]?

    /// Translates texts for one of the engine's own pairs.
    ///
    /// An engine with several models uses the one that suits `strategy`; an engine with a single
    /// model ignores it.
    ///
    /// Delivers each answer as soon as it is available, in any order. Returns once all texts are
    /// answered. Throws a ``TranslationError`` if the remaining texts cannot be translated, and
    /// `CancellationError` if the task was cancelled. In that case, no process or request is left
    /// running.
    func translate(
        _ texts: [EngineText], of pair: LanguagePair, strategy: TranslationSession.Strategy,
        answer: @Sendable (EngineAnswer) -> Void
    ) async throws

    /// Downloads the data for a pair.
    ///
    /// If the engine cannot download data, throws ``TranslationError/notInstalled`` with a hint.
    func download(_ pair: LanguagePair) async throws
}

extension TranslationEngine {
    /// Throws an error, because the data for most engines is installed by other means.
    public func download(_ pair: LanguagePair) async throws {
        throw TranslationError.notInstalled.because(
            "The engine “\(name)” has no data installed for \(pair).")
    }
}

/// A pair that an engine offers.
public struct EnginePair: Hashable, Sendable {
    /// The languages, with the engine's own tags.
    public let languages: LanguagePair
    /// True if the pair can be translated now.
    public let isInstalled: Bool
    /// The system package that provides the pair, or nil if no package is needed or the package is
    /// unknown.
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
    /// The number, which is repeated in the answer.
    public let id: Int
    /// The text, with its placeholders in the engine's markup.
    public let text: String
    /// Facts that help to translate the text, if any are known; engines may ignore them.
    public let context: TranslationContext?

    /// Creates a numbered text.
    public init(id: Int, text: String, context: TranslationContext? = nil) {
        self.id = id
        self.text = text
        self.context = context
    }
}

/// An engine's response to one text.
public struct EngineAnswer: Sendable {
    /// The number of the text.
    public let id: Int
    /// The translation, or the reason why there is none.
    public let result: Result<String, TranslationError>

    /// Creates an answer.
    public init(id: Int, _ result: Result<String, TranslationError>) {
        self.id = id
        self.result = result
    }
}
