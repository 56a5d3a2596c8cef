import Synchronization
public import Texts

/// Identifies the language of a text, with the interface of Apple's `NLLanguageRecognizer`.
///
/// Compares the frequencies of short letter sequences, using libexttextcat. A useful result needs
/// at least twenty letters, and a good result needs a hundred. Requires the files from the Debian
/// package `libexttextcat-data`. Without them, no language is identified.
///
/// The interface is described in
/// <https://developer.apple.com/documentation/naturallanguage/nllanguagerecognizer>.
public struct LanguageRecognizer: Sendable {
    /// The languages that results may contain; empty for all known languages.
    public var languageConstraints: [LanguageSubtags] = []

    private var bytes: [UInt8] = []

    /// The maximum number of bytes kept.
    ///
    /// More text does not improve the result.
    private static let keptBytes = 4000
    /// The rate at which a language's weight decreases with its distance.
    ///
    /// A language that is 1% farther away than the nearest language has a third of the nearest
    /// language's weight.
    private static let steepness = 200.0

    /// Creates a recognizer without text.
    public init() {}

    /// Adds text to the text processed so far.
    public mutating func processString(_ string: String) {
        bytes += string.utf8.prefix(max(0, Self.keptBytes - bytes.count))
        bytes.append(0x20)
    }

    /// Discards the processed text.
    ///
    /// Keeps the constraints.
    public mutating func reset() { bytes = [] }

    /// The most likely language of the processed text, or nil if it is unknown.
    public var dominantLanguage: LanguageSubtags? { ranked.first?.language }

    /// Returns the most likely languages with their weights, which add up to 1.
    ///
    /// The weights are derived from distances and are not calibrated probabilities. Returns an
    /// empty dictionary if the language is unknown.
    public func languageHypotheses(withMaximum maximum: Int) -> [LanguageSubtags: Double] {
        let hypotheses = ranked.prefix(max(0, maximum))
        let total = hypotheses.reduce(0) { $0 + $1.weight }
        return Dictionary(
            hypotheses.map { ($0.language, $0.weight / total) }, uniquingKeysWith: max)
    }

    /// Returns the most likely language of a text, or nil if it is unknown.
    public static func dominantLanguage(for string: String) -> LanguageSubtags? {
        var recognizer = LanguageRecognizer()
        recognizer.processString(string)
        return recognizer.dominantLanguage
    }

    /// Returns true if texts in a language can be recognized.
    ///
    /// The language must be written in its usual script.
    public static func recognizes(_ language: LanguageSubtags) -> Bool {
        guard let name = language.language,
            LikelySubtags.script(of: language.description) == LikelySubtags.script(of: name)
        else { return false }
        return TextIdentifier.shared.withLock { $0?.languages.contains(name) ?? false }
    }

    private var ranked: [(language: LanguageSubtags, weight: Double)] {
        // The library identifies a text that contains only spaces as Turkish.
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
