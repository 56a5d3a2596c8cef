public import JSON

/// What a localization file says of a string besides its text.
///
/// What is `nil` is not said: an import leaves it as it is.
public struct StringDetails: Sendable, Equatable {
    /// What the developers tell the translators.
    public var comment: String?
    /// How long a translation may be.
    public var maximumLength: Definition.Limit?
    /// Whether the string is to be translated at all.
    public var isTranslatable: Bool?
    /// Where the string is used, such as `Sources/Login.swift:12`.
    public var references: [String]?
    /// What only the file's format knows, kept in the `meta` of the definition under the name of the format.
    public var meta: JSONObject?

    /// States what a file says of a string.
    public init(
        comment: String? = nil, maximumLength: Definition.Limit? = nil,
        isTranslatable: Bool? = nil, references: [String]? = nil, meta: JSONObject? = nil
    ) {
        self.comment = comment
        self.maximumLength = maximumLength
        self.isTranslatable = isTranslatable
        self.references = references
        self.meta = meta
    }
}

extension StringDetails {
    /// States in a definition what the file says.
    func apply(to definition: inout Definition) {
        definition.comment = comment ?? definition.comment
        definition.maximumLength = maximumLength ?? definition.maximumLength
        definition.isTranslatable = isTranslatable ?? definition.isTranslatable
        definition.references = references ?? definition.references
    }
}

/// What a localization file says of a text besides its words.
///
/// What is `nil` is not said: an import leaves it as it is.
public struct TextDetails: Sendable, Equatable {
    /// Whether the text is marked as in need of work, as gettext's `fuzzy` does; `nil` in formats without such marks.
    public var needsWork: Bool?
    /// What only the file's format knows, kept in the `meta` of the text under the name of the format.
    public var meta: JSONObject?

    /// States what a file says of a text.
    public init(needsWork: Bool? = nil, meta: JSONObject? = nil) {
        self.needsWork = needsWork
        self.meta = meta
    }
}
