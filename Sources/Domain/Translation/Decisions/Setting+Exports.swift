import JSON
import Texts

extension Setting {
    /// Strings that exports may omit if a format cannot represent them.
    public static let acceptedLosses = Setting(
        name: "accepted-losses",
        summary:
            "Strings that exports may omit if a format cannot represent them; an array of keys and patterns, such as [\"cart:*\",\"list.*\"].",
        defaultValue: .array([])
    ) { value in
        arrayOfTexts(value)
            ?? (value.arrayValue?.contains { $0.stringValue?.isEmpty ?? true } ?? false
                ? "A pattern must not be empty." : nil)
    }

    /// Sections that need a file in each language, even without texts.
    public static let emptyFiles = Setting(
        name: "empty-files",
        summary: "Sections with a file for every language, even without texts; an array of names.",
        defaultValue: .array([]), fault: arrayOfTexts)
}
