public import Texts

/// A source string: its text, and the metadata that translators and file formats need.
public struct Definition: Equatable, Sendable {
    /// The source text.
    public var value: Value
    /// The developers' comment for translators.
    public var comment: String?
    /// The maximum length of a translation.
    public var maximumLength: Limit?
    /// The placeholders in the text.
    public var placeholders: [Placeholder]
    /// True if the string needs translation.
    public var isTranslatable: Bool
    /// The position of the string in its section's file.
    public var order: Int64?
    /// The places that use the string, such as `Sources/Login.swift:12`.
    public var references: [String]
    /// Labels for grouping strings.
    public var labels: [String]
    /// A screenshot of the string in use.
    public var screenshot: Screenshot?
    /// True if translations of the previous definition remain valid.
    public var isMinor: Bool
    /// The gettext flags for the placeholder notation, such as `c-format` and `no-c-format`.
    ///
    /// They are stored in the event's `meta` and are not part of the definition's JSON.
    public var formatFlags: [String] = []

    /// Creates a definition, for which only the text is required.
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

    /// True if the string needs translation and its source text is not deliberately empty.
    public var wantsTranslation: Bool { isTranslatable && !value.isEmptyText }

    /// A maximum length and its unit.
    public struct Limit: Hashable, Sendable {
        /// The number of units.
        public var count: Int64
        /// The unit in which the length is measured.
        public var unit: Unit

        /// The unit of a length.
        public enum Unit: String, Hashable, Sendable, CaseIterable {
            /// Terminal columns.
            case width
            /// Characters as users see them.
            case grapheme
            /// UTF-16 code units.
            case utf16
            /// UTF-8 bytes.
            case byte
        }

        /// Creates a limit from a number and its unit.
        public init(count: Int64, unit: Unit) {
            self.count = count
            self.unit = unit
        }
    }

    /// A placeholder in the text.
    public struct Placeholder: Sendable {
        /// The placeholder's name in the text.
        public var name: String
        /// The type of its value, such as `int`.
        public var type: String
        /// An example value.
        public var example: String?

        /// Creates a placeholder, optionally with an example value.
        public init(name: String, type: String, example: String? = nil) {
            self.name = name
            self.type = type
            self.example = example
        }
    }

    /// A reference to a screenshot of the string in use.
    public struct Screenshot: Sendable {
        /// The URL of the screenshot.
        public var url: String
        /// The SHA-256 of the screenshot, in lower-case hexadecimal.
        public var sha256: String?

        /// Creates a reference to a screenshot, optionally with its hash.
        public init(url: String, sha256: String? = nil) {
            self.url = url
            self.sha256 = sha256
        }
    }
}
