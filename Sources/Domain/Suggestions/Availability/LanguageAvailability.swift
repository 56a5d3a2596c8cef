public import Texts

/// Checks which languages an engine can translate, with the interface of Apple's
/// [`LanguageAvailability`](https://developer.apple.com/documentation/translation/languageavailability).
public struct LanguageAvailability: Sendable {
    /// The availability of a language pair.
    public enum Status: String, Sendable, Hashable {
        /// The pair can be translated now.
        case installed
        /// The pair can be translated once its data is installed or downloaded.
        case supported
        /// The pair cannot be translated.
        case unsupported
    }

    private let engine: any TranslationEngine
    private let preferredLanguages: [LanguageSubtags]

    /// Creates an availability check for an engine.
    ///
    /// If a query has no target, the target is chosen from `preferredLanguages`, most preferred
    /// first.
    public init(engine: any TranslationEngine, preferredLanguages: [LanguageSubtags] = []) {
        self.engine = engine
        self.preferredLanguages = preferredLanguages
    }

    /// The languages that the engine translates from or into, in alphabetical order.
    ///
    /// Empty if the engine is missing, or if it accepts any language.
    public var supportedLanguages: [LanguageSubtags] {
        get async {
            let pairs = (try? await engine.pairs()) ?? []
            return Set(pairs.flatMap { [$0.languages.source, $0.languages.target] })
                .sorted { $0.description < $1.description }
        }
    }

    /// Returns the availability of a translation from one language into another.
    ///
    /// Without a target, uses a preferred language. Two variants of one language, such as `en-US`
    /// and `en-GB`, are unsupported.
    public func status(from source: LanguageSubtags, to target: LanguageSubtags?) async -> Status {
        guard let pair = await pair(from: source, to: target) else { return .unsupported }
        return pair.isInstalled ? .installed : .supported
    }

    /// Returns the engine's best pair for two languages, with the package that provides it, or nil
    /// if there is none.
    ///
    /// Without a target, uses the first preferred language that the source can be translated into.
    public func pair(from source: LanguageSubtags, to target: LanguageSubtags?) async -> EnginePair?
    {
        guard let offers = try? await PairOffers(engine),
            let target = target ?? offers.target(from: source, preferred: preferredLanguages)
        else { return nil }
        return try? offers.pair(from: source, to: target)
    }

    /// Returns the availability of a translation of a text, whose language is identified first.
    ///
    /// Throws `unableToIdentifyLanguage` if the language is unclear. At least 20 letters are
    /// needed.
    public func status(for text: String, to target: LanguageSubtags?) async throws -> Status {
        let source = try SourceIdentification.language(of: [text], among: nil)
        return await status(from: source, to: target)
    }
}
