public import Texts

/// One string of a localization file: the output of a format's reader, and the input of an import.
public struct FileEntry: Sendable, Equatable {
    /// The string.
    public var string: StringID
    /// The source text beside the translation, if the file has one.
    public var source: Value?
    /// The text, or `nil` if the file leaves the string untranslated.
    public var value: Value?
    /// True if an empty text is marked as intentional.
    public var isDeliberatelyEmpty: Bool
    /// The line number of the string, counted from 1, if known.
    public var line: Int?
    /// The data of the string besides its text, used in files of the source language.
    public var details: StringDetails
    /// The data of the text, used in files of other languages.
    public var textDetails: TextDetails

    /// Creates an entry.
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
