/// The values that select the form of a text and fill its placeholders.
public struct TextValues: Sendable, Hashable {
    /// The number that selects the plural form, and `{{count}}` in the text.
    public var count: Int?
    /// Whether ``count`` is a place in an order: first, second.
    public var isOrdinal: Bool
    /// The context that selects a form such as `friend_male`, and `{{context}}` in the text.
    public var context: String?
    /// The values of other placeholders by name.
    public var arguments: [String: Argument]

    /// Creates values; without any, the text is shown with its placeholders.
    public init(
        count: Int? = nil, ordinal: Bool = false, context: String? = nil,
        arguments: [String: Argument] = [:]
    ) {
        self.count = count
        isOrdinal = ordinal
        self.context = context
        self.arguments = arguments
    }

    /// All values by the names that i18next has for them.
    var named: [String: Argument] {
        I18nextTexts.values(arguments, count, isOrdinal, context)
    }
}
