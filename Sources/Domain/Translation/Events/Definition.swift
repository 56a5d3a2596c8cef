public import Texts

/// What a source string is: its text and everything that translators and formats need to know of it.
public struct Definition: Equatable, Sendable {
    /// The source text.
    public var value: Value
    /// What the developers tell the translators.
    public var comment: String?
    /// How long a translation may be.
    public var maximumLength: Limit?
    /// The placeholders of the text.
    public var placeholders: [Placeholder]
    /// Whether the string is to be translated at all.
    public var isTranslatable: Bool
    /// Where the string stands in its section's file.
    public var order: Int64?
    /// Where the string is used, such as `Sources/Login.swift:12`.
    public var references: [String]
    /// Words to sort strings by.
    public var labels: [String]
    /// A picture of the string in use.
    public var screenshot: Screenshot?
    /// Whether translations of the definition before stay right.
    public var isMinor: Bool
    /// The flags of gettext that tell which placeholders the text has, such as `c-format` and `no-c-format`.
    ///
    /// They come from the `meta` of the event, and are no part of the definition's JSON.
    public var formatFlags: [String] = []

    /// Defines a string; everything but its text may be absent.
    public init(
        value: Value, comment: String? = nil, maximumLength: Limit? = nil,
        placeholders: [Placeholder] = [], isTranslatable: Bool = true, order: Int64? = nil,
        references: [String] = [], labels: [String] = [], screenshot: Screenshot? = nil,
        isMinor: Bool = false
    ) {
        self.value = value
        self.comment = comment
        self.maximumLength = maximumLength
        self.placeholders = placeholders
        self.isTranslatable = isTranslatable
        self.order = order
        self.references = references
        self.labels = labels
        self.screenshot = screenshot
        self.isMinor = isMinor
    }

    /// Whether a language without a text lacks something: not where the string is not to be translated, nor
    /// where the source text is empty on purpose, so that there is nothing to translate.
    public var wantsTranslation: Bool { isTranslatable && !value.isEmptyText }

    /// A greatest length and what it counts.
    public struct Limit: Hashable, Sendable {
        /// How many units.
        public var count: Int64
        /// What is counted.
        public var unit: Unit

        /// What a length counts.
        public enum Unit: String, Hashable, Sendable, CaseIterable {
            /// Columns of a terminal.
            case width
            /// Characters as people see them.
            case grapheme
            /// UTF-16 code units.
            case utf16
            /// Bytes of UTF-8.
            case byte
        }

        /// States a limit.
        public init(count: Int64, unit: Unit) {
            self.count = count
            self.unit = unit
        }
    }

    /// A placeholder of the text.
    public struct Placeholder: Sendable {
        /// Its name in the text.
        public var name: String
        /// What it stands for, such as `int`.
        public var type: String
        /// What may stand there.
        public var example: String?

        /// Describes a placeholder.
        public init(name: String, type: String, example: String? = nil) {
            self.name = name
            self.type = type
            self.example = example
        }
    }

    /// A picture of the string in use.
    public struct Screenshot: Sendable {
        /// Where the picture is.
        public var url: String
        /// The picture's SHA-256 in lower-case hexadecimal.
        public var sha256: String?

        /// Names a picture.
        public init(url: String, sha256: String? = nil) {
            self.url = url
            self.sha256 = sha256
        }
    }
}
