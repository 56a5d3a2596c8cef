public import Texts

extension TranslationSession {
    /// A text to translate.
    public struct Request: Sendable, Hashable {
        /// The text.
        ///
        /// It may have placeholders and markup; plurals are split up by the caller.
        public var sourceText: String
        /// The caller's name for the request, which the response repeats.
        public var clientIdentifier: String?
        /// The developers' comment for translators, if any.
        public var comment: String?
        /// The context that tells the text from the same text elsewhere, such as gettext's `msgctxt`, if any.
        public var context: String?

        /// Creates a request.
        public init(
            sourceText: String, clientIdentifier: String? = nil, comment: String? = nil,
            context: String? = nil
        ) {
            self.sourceText = sourceText
            self.clientIdentifier = clientIdentifier
            self.comment = comment
            self.context = context
        }
    }

    /// A translated text.
    public struct Response: Sendable, Hashable {
        /// The language of the source text, as it was given or identified.
        public let sourceLanguage: LanguageSubtags
        /// The language of the translation, as it was given or chosen.
        public let targetLanguage: LanguageSubtags
        /// The text of the request.
        public let sourceText: String
        /// The translation.
        public let targetText: String
        /// The identifier of the request; nil if it had none.
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

    /// A request whose translation was dropped, and the reason.
    public struct Dropped: Sendable {
        /// The request.
        public let request: Request
        /// ``TranslationError/broken``, ``TranslationError/wrongLanguage``, or ``TranslationError/refused`` if the engine had none.
        public let error: TranslationError
    }

    /// The progress of a batch.
    public struct Progress: Sendable, Hashable {
        /// The number of requests that were answered, dropped ones among them.
        public let completed: Int
        /// The number of those that were dropped.
        public let dropped: Int
        /// The number of requests in the batch.
        public let total: Int
    }

    /// The questions and reports of a session to its user.
    public struct Callbacks: Sendable {
        /// Chooses the source language if the text does not show it clearly; gets the likeliest ones, and returns nil for none.
        public var chooseSource: (@Sendable ([LanguageSubtags]) async -> LanguageSubtags?)?
        /// Answers whether a pair may be downloaded.
        ///
        /// Without it, nothing is.
        public var approveDownload: (@Sendable (LanguagePair) async -> Bool)?
        /// Hears of each answered request.
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
