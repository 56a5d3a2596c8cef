import Synchronization
public import Texts

/// Identifies the language of a text, as Apple's `NLLanguageRecognizer` does.
///
/// Works from the frequencies of short letter sequences, by libexttextcat. Twenty letters or more are needed for a useful answer, and a
/// hundred for a good one. Requires the files of Debian's `libexttextcat-data`; without them nothing is identified.
///
/// Source of the shape: <https://developer.apple.com/documentation/naturallanguage/nllanguagerecognizer>.
public struct LanguageRecognizer: Sendable {
    /// The languages that an answer may name; empty for all that are known.
    public var languageConstraints: [LanguageSubtags] = []

    private var bytes: [UInt8] = []

    /// The number of bytes that are kept: more text does not improve the answer.
    private static let keptBytes = 4000
    /// The decay of a language's weight with its distance: at 1 % more than the nearest it has a
    /// third.
    private static let steepness = 200.0

    /// Creates a recognizer that has seen no text.
    public init() {}

    /// Adds text to what was processed before.
    public mutating func processString(_ string: String) {
        bytes += string.utf8.prefix(max(0, Self.keptBytes - bytes.count))
        bytes.append(0x20)
    }

    /// Forgets the processed text.
    ///
    /// The constraints stay.
    public mutating func reset() { bytes = [] }

    /// The most likely language of the processed text; nil if it is unknown.
    public var dominantLanguage: LanguageSubtags? { ranked.first?.language }

    /// Returns the most likely languages with their weights, which add up to 1.
    ///
    /// The weights come from distances and are no calibrated probabilities. Empty if the language is unknown.
    public func languageHypotheses(withMaximum maximum: Int) -> [LanguageSubtags: Double] {
        let hypotheses = ranked.prefix(max(0, maximum))
        let total = hypotheses.reduce(0) { $0 + $1.weight }
        return Dictionary(
            hypotheses.map { ($0.language, $0.weight / total) }, uniquingKeysWith: max)
    }

    /// Returns the most likely language of a text; nil if it is unknown.
    public static func dominantLanguage(for string: String) -> LanguageSubtags? {
        var recognizer = LanguageRecognizer()
        recognizer.processString(string)
        return recognizer.dominantLanguage
    }

    /// Returns true if texts in a language can be told from others, in the script that is usual for it.
    public static func recognizes(_ language: LanguageSubtags) -> Bool {
        guard let name = language.language,
            LikelySubtags.script(of: language.description) == LikelySubtags.script(of: name)
        else { return false }
        return TextIdentifier.shared.withLock { $0?.languages.contains(name) ?? false }
    }

    private var ranked: [(language: LanguageSubtags, weight: Double)] {
        // Spaces alone are Turkish to the library.
        guard bytes.contains(where: { $0 != 0x20 }) else { return [] }
        let candidates = TextIdentifier.shared.withLock { $0?.candidates(for: bytes) ?? [] }
        guard let nearest = candidates.first?.distance, nearest > 0 else { return [] }
        let allowed = Set(languageConstraints.map(\.language))
        var seen: Set<String> = []
        return candidates.compactMap { candidate in
            guard allowed.isEmpty || allowed.contains(candidate.language),
                seen.insert(candidate.language).inserted,
                let language = try? LanguageSubtags(candidate.language)
            else { return nil }
            let excess = Double(candidate.distance) / Double(nearest) - 1
            return (language, 1 / (1 + Self.steepness * excess))
        }
    }
}
