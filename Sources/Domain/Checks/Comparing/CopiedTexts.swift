package import Texts

/// Tells a language in which nobody has translated anything: its texts are copies of those of the source.
package struct CopiedTexts {
    private let locale: LanguageTag
    private let source: LanguageTag
    private var copies: Set<Value> = []
    private var hasOther = false

    /// Fewer texts, or fewer words in them, may be the same in both languages: names, or numbers.
    private static let fewest = (texts: 3, words: 5)

    /// Begins with no text.
    package init(in locale: LanguageTag, of source: LanguageTag) {
        self.locale = locale
        self.source = source
    }

    /// Adds a text.
    package mutating func add(_ text: Value, of source: Value) {
        guard !hasOther, !text.saysNothing else { return }
        if text.isCopy(of: source) { add(text) } else { hasOther = true }
    }

    /// Adds a text that is a copy.
    package mutating func add(_ copy: Value) { copies.insert(copy) }

    /// Whether all texts are copies, and there are enough of them with words to say so.
    ///
    /// Never so for a variant of the source language, as en-GB is of en. Words of capital letters alone do not count.
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
