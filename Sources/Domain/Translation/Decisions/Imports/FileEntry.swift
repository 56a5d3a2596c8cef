public import Texts

/// A string in a localization file: the output of a format's reader, and the input of an import.
public struct FileEntry: Sendable, Equatable {
    /// The section and key of the string.
    public var string: StringID
    /// The source text next to the translation, if the file has source texts.
    public var source: Value?
    /// The text, or `nil` if the file leaves the string untranslated.
    public var value: Value?
    /// True if an empty text is marked as intentional.
    public var isDeliberatelyEmpty: Bool
    /// The line number of the string, counted from 1, if known.
    public var line: Int?
    /// The attributes of the string, used for files in the source language.
    public var details: StringDetails
    /// The attributes of the text, used for files in other languages.
    public var textDetails: TextDetails

    /// Creates an entry, for which only the string and the text are required.
    public init(
        string: StringID, source: Value? = nil, value: Value?, isDeliberatelyEmpty: Bool = false,
        line: Int? = nil, details: StringDetails = StringDetails(),
        textDetails: TextDetails = TextDetails()
    ) {
        self.string = string
        self.source = source
        self.value = value
        self.isDeliberatelyEmpty = isDeliberatelyEmpty
        self.line = line
        self.details = details
        self.textDetails = textDetails
    }
}
