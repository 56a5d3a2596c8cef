public import JSON

/// The attributes of a string in a localization file.
///
/// If an attribute is `nil`, the file does not contain it, and an import leaves it unchanged.
public struct StringDetails: Sendable, Equatable {
    /// The developers' comment for translators.
    public var comment: String?
    /// The maximum length of a translation.
    public var maximumLength: Definition.Limit?
    /// True if the string needs translation.
    public var isTranslatable: Bool?
    /// The places that use the string, such as `Sources/Login.swift:12`.
    public var references: [String]?
    /// Format-specific data, stored in the definition's `meta` under the name of the format.
    public var meta: JSONObject?

    /// Creates a string's attributes, all of which are optional.
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
    /// Replaces a definition's attributes with the attributes that the file contains.
    func apply(to definition: inout Definition) {
        definition.comment = comment ?? definition.comment
        definition.maximumLength = maximumLength ?? definition.maximumLength
        definition.isTranslatable = isTranslatable ?? definition.isTranslatable
        definition.references = references ?? definition.references
    }
}

/// The attributes of a text in a localization file.
///
/// If an attribute is `nil`, the file does not contain it, and an import leaves it unchanged.
public struct TextDetails: Sendable, Equatable {
    /// True if the text is marked as needing work, such as `fuzzy` in gettext.
    ///
    /// In formats without such marks, it is `nil`.
    public var needsWork: Bool?
    /// Format-specific data, stored in the `meta` of the text's event under the name of the format.
    public var meta: JSONObject?

    /// Creates a text's attributes, all of which are optional.
    public init(needsWork: Bool? = nil, meta: JSONObject? = nil) {
        self.needsWork = needsWork
        self.meta = meta
    }
}
