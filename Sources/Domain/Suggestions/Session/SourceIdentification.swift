import Texts

#if canImport(Recognition)
import Recognition
#elseif canImport(NaturalLanguage)
import NaturalLanguage
#endif

/// Identifies the language of a batch.
enum SourceIdentification {
    /// The minimum number of letters in a text whose language is identified.
    ///
    /// With fewer letters, the result would be random.
    /// <https://developer.apple.com/documentation/translation/languageavailability> requires 20
    /// characters.
    private static let fewestLetters = 20
    /// The minimum relative weight at which a language counts as clear.
    private static let clear = 0.7
    /// The maximum number of bytes to examine.
    ///
    /// More text does not improve the result.
    private static let usedBytes = 4000

    /// Returns the language of the given texts.
    ///
    /// The language matches one of `sources`, unless `sources` is nil. Throws
    /// ``TranslationError/unableToIdentifyLanguage`` if the language is unclear. Throws
    /// ``TranslationError/unsupportedSourceLanguage`` if it is clear, but matches none of the
    /// sources.
    static func language(
        of texts: [String], among sources: Set<LanguageSubtags>?
    ) throws -> LanguageSubtags {
        let sample = sample(texts)
        guard sample.count(where: \.isLetter) >= fewestLetters else {
            throw TranslationError.unableToIdentifyLanguage
        }
        let ranked = candidates(for: texts, among: sources)
        if let best = ranked.first, best.weight >= clear { return best.language }
        if ranked.isEmpty, let other = hypotheses(sample).first, other.weight >= clear {
            throw TranslationError.unsupportedSourceLanguage.because(
                "The text seems to be in \(other.language), which the engine does not translate from."
            )
        }
        throw TranslationError.unableToIdentifyLanguage
    }

    /// Returns the possible languages of the given texts, most likely first.
    static func candidates(
        for texts: [String], among sources: Set<LanguageSubtags>?
    ) -> [(language: LanguageSubtags, weight: Double)] {
        let found = hypotheses(sample(texts)).filter { isAmong(sources, $0.language) }
        let total = found.reduce(0) { $0 + $1.weight }
        return found.map { ($0.language, $0.weight / total) }
    }

    /// Throws an error if two texts of sufficient length are clearly in different languages.
    static func checkUnity(
        of texts: [String], among sources: Set<LanguageSubtags>?
    ) throws(TranslationError) {
        var common: LanguageSubtags?
        for text in texts where text.count(where: \.isLetter) >= 2 * fewestLetters {
            let found = candidates(for: [text], among: sources)
            guard let first = found.first, first.weight >= clear else { continue }
            guard let language = common else {
                common = first.language
                continue
            }
            if !found.contains(where: { $0.language == language }) {
                throw .unableToIdentifyLanguage.because(
                    "The batch has texts in \(language) and in \(first.language).",
                    hint: "Translate the texts of each language in a separate batch.")
            }
        }
    }

    /// The minimum number of bytes in each half of a translation whose language is checked.
    private static let fewestBytes = 100

    /// Returns true if a translation is clearly not in its target language: both halves are in the
    /// same other language.
    static func isOther(_ translation: String, than target: LanguageSubtags) -> Bool {
        guard translation.utf8.count >= 2 * fewestBytes, recognizes(target) else { return false }
        let words = sample([translation]).split { !$0.isLetter && $0 != "'" && $0 != "’" }
        let halves = [words.prefix(words.count / 2), words.suffix(words.count - words.count / 2)]
            .map { $0.joined(separator: " ") }
        guard halves.allSatisfy({ $0.utf8.count >= fewestBytes }) else { return false }
        let found = halves.map { Set(hypotheses($0).map(\.language)) }
        guard let first = found.first, let second = found.last else { return false }
        return !first.intersection(second).isEmpty
            && !first.union(second).contains { LanguageMatch.isSameLanguage($0, target) }
    }

    private static func recognizes(_ language: LanguageSubtags) -> Bool {
        #if canImport(Recognition)
        LanguageRecognizer.recognizes(language)
        #else
        false
        #endif
    }

    private static func isAmong(
        _ sources: Set<LanguageSubtags>?, _ language: LanguageSubtags
    ) -> Bool {
        guard let sources else { return true }
        return LanguageMatch.best(for: language, among: sources) != nil
    }

    /// Returns the words of the texts, without placeholders and markup.
    private static func sample(_ texts: [String]) -> String {
        var sample = ""
        for text in texts where sample.utf8.count < usedBytes {
            for piece in ProtectedText(String(text.prefix(usedBytes))).pieces {
                if case .text(let words) = piece { sample += words + " " }
            }
        }
        return sample
    }

    private static func hypotheses(
        _ text: String
    ) -> [(language: LanguageSubtags, weight: Double)] {
        #if canImport(Recognition)
        var recognizer = LanguageRecognizer()
        recognizer.processString(text)
        let found = recognizer.languageHypotheses(withMaximum: 5)
        #elseif canImport(NaturalLanguage)
        let recognizer = NLLanguageRecognizer()
        recognizer.processString(text)
        var found: [LanguageSubtags: Double] = [:]
        for (language, weight) in recognizer.languageHypotheses(withMaximum: 5) {
            if let tag = try? LanguageSubtags(language.rawValue) { found[tag] = weight }
        }
        #endif
        return found.map { (language: $0.key, weight: $0.value) }
            .sorted { ($1.weight, $0.language.description) < ($0.weight, $1.language.description) }
    }
}
