/// The values that select the form of a text and fill its placeholders.
public struct TextValues: Sendable, Hashable {
    /// The number that selects the plural form, and fills `{{count}}`.
    public var count: Int?
    /// True if ``count`` is an ordinal number: first, second.
    public var isOrdinal: Bool
    /// The context that selects a form such as `friend_male`, and fills `{{context}}`.
    public var context: String?
    /// The values of other placeholders by name.
    public var arguments: [String: Argument]

    /// Creates values.
    ///
    /// If there are no values, the text is shown with its placeholders unfilled.
    public init(
        count: Int? = nil, ordinal: Bool = false, context: String? = nil,
        arguments: [String: Argument] = [:]
    ) {
        self.count = count
        isOrdinal = ordinal
        self.context = context
        self.arguments = arguments
    }

    /// All values by their i18next names.
    var named: [String: Argument] {
        I18nextTexts.values(arguments, count, isOrdinal, context)
    }
}
