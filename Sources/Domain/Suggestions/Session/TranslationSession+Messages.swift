public import Texts

extension TranslationSession {
    /// A text to translate.
    public struct Request: Sendable, Hashable {
        /// The text, which can contain placeholders and markup.
        ///
        /// Callers split plurals into separate texts.
        public var sourceText: String
        /// The caller's identifier for the request, which is repeated in the response.
        public var clientIdentifier: String?
        /// Facts that help to translate the text, if any are known.
        ///
        /// The session adds the placeholders.
        public var context: TranslationContext?

        /// Creates a request.
        public init(
            sourceText: String, clientIdentifier: String? = nil,
            context: TranslationContext? = nil
        ) {
            self.sourceText = sourceText
            self.clientIdentifier = clientIdentifier
            self.context = context
        }
    }

    /// The preference for one of an engine's models, as in Apple's
    /// [`TranslationSession.Strategy`](https://developer.apple.com/documentation/translation/translationsession/strategy).
    ///
    /// Engines with a single model ignore it.
    public struct Strategy: Sendable, Hashable {
        /// The name in the protocol for commands.
        public let name: String

        /// Fast translations, which may be less fluent.
        public static let lowLatency = Strategy(name: "lowLatency")
        /// Fluent translations, which may take longer.
        public static let highFidelity = Strategy(name: "highFidelity")
    }

    /// A translated text.
    public struct Response: Sendable, Hashable {
        /// The source language, as given or identified.
        public let sourceLanguage: LanguageSubtags
        /// The target language, as given or chosen.
        public let targetLanguage: LanguageSubtags
        /// The source text of the request.
        public let sourceText: String
        /// The translation.
        public let targetText: String
        /// The identifier of the request, or nil if it had none.
        public let clientIdentifier: String?

        /// Creates a response.
        public init(
            sourceLanguage: LanguageSubtags, targetLanguage: LanguageSubtags, sourceText: String,
            targetText: String, clientIdentifier: String?
        ) {
            self.sourceLanguage = sourceLanguage
            self.targetLanguage = targetLanguage
            self.sourceText = sourceText
            self.targetText = targetText
            self.clientIdentifier = clientIdentifier
        }
    }

    /// A request whose translation was dropped, with the reason.
    public struct Dropped: Sendable {
        /// The request without a translation.
        public let request: Request
        /// ``TranslationError/broken``, ``TranslationError/wrongLanguage``,
        /// ``TranslationError/embellished``, or ``TranslationError/refused`` if the engine refused
        /// the text.
        public let error: TranslationError
    }

    /// The progress of a batch.
    public struct Progress: Sendable, Hashable {
        /// The number of answered requests, including dropped ones.
        public let completed: Int
        /// The number of answered requests that were dropped.
        public let dropped: Int
        /// The number of requests in the batch.
        public let total: Int
    }

    /// Callbacks through which a session asks or informs its user.
    public struct Callbacks: Sendable {
        /// Chooses the source language if it cannot be identified.
        ///
        /// Receives the most likely languages; returns nil to choose none.
        public var chooseSource: (@Sendable ([LanguageSubtags]) async -> LanguageSubtags?)?
        /// Decides whether a pair may be downloaded.
        ///
        /// Without this callback, nothing is downloaded.
        public var approveDownload: (@Sendable (LanguagePair) async -> Bool)?
        /// Called after each answered request.
        public var progress: (@Sendable (Progress) -> Void)?

        /// Creates callbacks.
        public init(
            chooseSource: (@Sendable ([LanguageSubtags]) async -> LanguageSubtags?)? = nil,
            approveDownload: (@Sendable (LanguagePair) async -> Bool)? = nil,
            progress: (@Sendable (Progress) -> Void)? = nil
        ) {
            self.chooseSource = chooseSource
            self.approveDownload = approveDownload
            self.progress = progress
        }
    }
}
