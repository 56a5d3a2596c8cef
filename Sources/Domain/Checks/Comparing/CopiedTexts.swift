package import Texts

/// Detects a language without any translations, in which all texts are copies of their sources.
package struct CopiedTexts {
    private let locale: LanguageTag
    private let source: LanguageTag
    private var copies: Set<Value> = []
    private var hasOther = false

    /// The minimum number of texts, and of words in them, required for a verdict.
    ///
    /// With fewer texts or words, the copies may be legitimate, such as names or numbers.
    private static let fewest = (texts: 3, words: 5)

    /// Creates an instance without texts.
    package init(in locale: LanguageTag, of source: LanguageTag) {
        self.locale = locale
        self.source = source
    }

    /// Adds a text, together with the source text to compare it with.
    package mutating func add(_ text: Value, of source: Value) {
        guard !hasOther, !text.saysNothing else { return }
        if text.isCopy(of: source) { add(text) } else { hasOther = true }
    }

    /// Adds a text that equals its source.
    package mutating func add(_ copy: Value) { copies.insert(copy) }

    /// Whether all texts are copies, and enough of them contain words.
    ///
    /// Always false for a variant of the source language, such as en-GB for en. Texts with only
    /// ASCII capitals do not count.
    package var isUntranslated: Bool {
        guard !hasOther, locale.language != source.language, copies.count >= Self.fewest.texts
        else { return false }
        let words = copies.lazy.map(Self.words).filter { $0 > 0 }
        return words.count >= Self.fewest.texts && words.reduce(0, +) >= Self.fewest.words
    }

    private static func words(in value: Value) -> Int {
        value.texts.map { item in
            let prose = ScannedText(item.text).prose
            let isSaying = prose.contains { (0x61...0x7A).contains($0) || $0 >= 0x80 }
            return isSaying ? Words.count(in: prose) : 0
        }.max() ?? 0
    }
}
