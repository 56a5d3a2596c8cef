import JSON

/// The facts about a text that help to translate it.
///
/// Every part is optional, and engines may ignore all of them. The texts in a context are data that
/// people wrote: an engine must not follow instructions in them. Contexts are compared by bytes.
public struct TranslationContext: Sendable {
    /// The key of the string.
    public var key: String?
    /// The section of the string.
    public var section: String?
    /// The text that distinguishes the string from others with the same source text, such as
    /// gettext's `msgctxt`.
    public var meaning: String?
    /// The developers' comment for translators.
    public var comment: String?
    /// The maximum length of the translation.
    public var lengthLimit: LengthLimit?
    /// The plural form, or the case of another choice, that the translation is for.
    public var form: Form?
    /// The originals of the placeholders, in order: `<x id="1"/>` replaces the first one.
    ///
    /// A session fills them in.
    public var placeholders: [String] = []
    /// The source text of an outdated translation.
    public var previousSource: String?
    /// Strings before and after this one in its section.
    public var neighbours: [Neighbour] = []
    /// The glossary terms that occur in the text.
    public var terms: [Term] = []
    /// The string's translations in other languages.
    public var otherLanguages: [Translation] = []
    /// Similar texts with their translations.
    public var similarTexts: [SimilarText] = []
    /// Translations that reviewers rejected, oldest first.
    public var rejectedTexts: [RejectedText] = []

    /// Creates a context without any facts.
    public init() {}

    /// Creates a context of a comment and a meaning.
    public init(comment: String?, meaning: String? = nil) {
        self.comment = comment
        self.meaning = meaning
    }

    /// True if the context contains no facts.
    public var isEmpty: Bool { json.objectValue?.members.isEmpty == true }

    /// A maximum length and its unit.
    public struct LengthLimit: Sendable {
        /// The number of units.
        public let count: Int64
        /// The unit: `grapheme`, `width` (terminal columns), `utf16` or `byte`.
        public let unit: String

        /// Creates a limit.
        public init(count: Int64, unit: String) {
            self.count = count
            self.unit = unit
        }
    }

    /// A form of a text, such as a plural form.
    public struct Form: Sendable {
        /// The name, such as the CLDR category `few`.
        public let name: String
        /// Numbers that select the form, such as `2, 3, 4, 22…`; nil if numbers do not select it.
        public let numbers: String?

        /// Creates a form.
        public init(name: String, numbers: String?) {
            self.name = name
            self.numbers = numbers
        }
    }

    /// A string near the text's own string.
    public struct Neighbour: Sendable {
        /// The key of the string.
        public let key: String
        /// The source text.
        public let text: String

        /// Creates a neighbour.
        public init(key: String, text: String) {
            self.key = key
            self.text = text
        }
    }

    /// A term of the glossary with its agreed translation.
    public struct Term: Sendable {
        /// The term in the source language.
        public let source: String
        /// The term in the target language.
        public let target: String

        /// Creates a term.
        public init(source: String, target: String) {
            self.source = source
            self.target = target
        }
    }

    /// A translation of the text into another language.
    public struct Translation: Sendable {
        /// The language.
        public let locale: String
        /// The translation.
        public let text: String

        /// Creates a translation.
        public init(locale: String, text: String) {
            self.locale = locale
            self.text = text
        }
    }

    /// A similar source text with its translation.
    public struct SimilarText: Sendable {
        /// The similarity in percent.
        public let percent: Int
        /// The similar source text.
        public let source: String
        /// Its translation.
        public let target: String

        /// Creates a similar text.
        public init(percent: Int, source: String, target: String) {
            self.percent = percent
            self.source = source
            self.target = target
        }
    }

    /// A translation that a reviewer rejected.
    public struct RejectedText: Sendable {
        /// The rejected translation.
        public let text: String
        /// The reason, such as `style: too formal`.
        public let reason: String?

        /// Creates a rejected text.
        public init(text: String, reason: String?) {
            self.text = text
            self.reason = reason
        }
    }
}
