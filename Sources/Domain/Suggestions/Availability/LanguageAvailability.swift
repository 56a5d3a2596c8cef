public import Texts

/// Tells which languages an engine translates, as Apple's
/// [`LanguageAvailability`](https://developer.apple.com/documentation/translation/languageavailability) does.
public struct LanguageAvailability: Sendable {
    /// Whether a pair of languages can be translated.
    public enum Status: String, Sendable, Hashable {
        /// It can be translated now.
        case installed
        /// It can be translated after an installation or a download.
        case supported
        /// It cannot be translated.
        case unsupported
    }

    private let engine: any TranslationEngine
    private let preferredLanguages: [LanguageSubtags]

    /// Asks about an engine.
    ///
    /// `preferredLanguages` supply a target for questions without one, the most wanted first.
    public init(engine: any TranslationEngine, preferredLanguages: [LanguageSubtags] = []) {
        self.engine = engine
        self.preferredLanguages = preferredLanguages
    }

    /// The languages that the engine translates from or into, in alphabetical order.
    ///
    /// Empty if the engine is missing, or takes any language.
    public var supportedLanguages: [LanguageSubtags] {
        get async {
            let pairs = (try? await engine.pairs()) ?? []
            return Set(pairs.flatMap { [$0.languages.source, $0.languages.target] })
                .sorted { $0.description < $1.description }
        }
    }

    /// Returns whether the engine translates from one language into another; without a target, into a preferred one.
    ///
    /// Two variants of one language, such as `en-US` and `en-GB`, are unsupported.
    public func status(from source: LanguageSubtags, to target: LanguageSubtags?) async -> Status {
        guard let pair = await pair(from: source, to: target) else { return .unsupported }
        return pair.isInstalled ? .installed : .supported
    }

    /// Returns the pair of the engine that serves two languages best, with the package that provides it; nil if none does.
    ///
    /// Without a target, the first of the preferred languages that can be translated into is taken.
    public func pair(from source: LanguageSubtags, to target: LanguageSubtags?) async -> EnginePair?
    {
        guard let offers = try? await PairOffers(engine),
            let target = target ?? offers.target(from: source, preferred: preferredLanguages)
        else { return nil }
        return try? offers.pair(from: source, to: target)
    }

    /// Returns whether the engine translates a text whose language is to be identified.
    ///
    /// Throws `unableToIdentifyLanguage` if the language is unclear; 20 letters or more are needed.
    public func status(for text: String, to target: LanguageSubtags?) async throws -> Status {
        let source = try SourceIdentification.language(of: [text], among: nil)
        return await status(from: source, to: target)
    }
}
