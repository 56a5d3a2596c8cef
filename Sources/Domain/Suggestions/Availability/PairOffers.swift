import Texts

/// The pairs that an engine offers, from which the best match is chosen.
struct PairOffers {
    /// The pairs, or nil for an engine that accepts any pair.
    let pairs: [EnginePair]?

    init(_ engine: any TranslationEngine) async throws {
        pairs = try await engine.pairs()
    }

    /// The languages that can be translated from, or nil for any language.
    var sources: Set<LanguageSubtags>? { pairs.map { Set($0.map(\.languages.source)) } }

    /// Returns the best pair for two languages.
    ///
    /// Throws an error that explains which language or pair the engine does not support.
    func pair(
        from source: LanguageSubtags, to target: LanguageSubtags
    ) throws(TranslationError) -> EnginePair {
        guard !LanguageMatch.isSameLanguage(source, target) else {
            throw .unsupportedLanguagePairing.because(
                "\(source) and \(target) are variants of the same language.")
        }
        guard let pairs else {
            return EnginePair(
                LanguagePair(source: source, target: target), isInstalled: true)
        }
        guard LanguageMatch.best(for: source, among: Set(pairs.map(\.languages.source))) != nil
        else {
            throw .unsupportedSourceLanguage.because(
                "The engine does not translate from \(source).")
        }
        guard LanguageMatch.best(for: target, among: Set(pairs.map(\.languages.target))) != nil
        else {
            throw .unsupportedTargetLanguage.because(
                "The engine does not translate into \(target).")
        }
        // Installed pairs are preferred, even if another pair would match the region better.
        for isInstalled in [true, false] {
            let those = pairs.filter { $0.isInstalled == isInstalled }
            if let pair = Self.best(from: source, to: target, among: those) { return pair }
        }
        throw .unsupportedLanguagePairing.because(
            "The engine does not translate from \(source) into \(target).")
    }

    /// Returns the first preferred language that the source can be translated into, or nil if there
    /// is none.
    func target(
        from source: LanguageSubtags, preferred: [LanguageSubtags]
    ) -> LanguageSubtags? {
        preferred.first { (try? pair(from: source, to: $0)) != nil }
    }

    private static func best(
        from source: LanguageSubtags, to target: LanguageSubtags, among pairs: [EnginePair]
    ) -> EnginePair? {
        // The closest source may lack the target. For example, `en` may have a target that `en-GB`
        // lacks.
        var sources = Set(pairs.map(\.languages.source))
        while let nearest = LanguageMatch.best(for: source, among: sources) {
            let targets = pairs.filter { $0.languages.source == nearest }.map(\.languages.target)
            if let found = LanguageMatch.best(for: target, among: targets) {
                return pairs.first { $0.languages == LanguagePair(source: nearest, target: found) }
            }
            sources.remove(nearest)
        }
        return nil
    }
}
