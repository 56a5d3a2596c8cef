public import Texts

/// A source language and a target language.
public struct LanguagePair: Hashable, Sendable, CustomStringConvertible {
    /// The language of the source texts.
    public let source: LanguageSubtags
    /// The language of the translations.
    public let target: LanguageSubtags

    /// Creates a pair.
    public init(source: LanguageSubtags, target: LanguageSubtags) {
        self.source = source
        self.target = target
    }

    /// The two tags, such as `en → fr`.
    public var description: String { "\(source) → \(target)" }
}
