/// The reason that a text is not a valid language tag for a repository.
public struct LanguageTagError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public enum Problem: String, Hashable, Sendable {
        /// The text is empty.
        case empty
        /// The text or one of its subtags is too long.
        case tooLong
        /// The text contains a character other than ASCII letters, digits, `-` and `_`.
        case character
        /// The subtags do not form a tag as defined by RFC 5646.
        case syntax
        /// A language, script, region or variant is not registered in any standard.
        case unregistered
    }

    /// The kind of error.
    public let problem: Problem
    /// A one-sentence description, safe to print on a terminal.
    public let message: String
    /// A hint for the user, if there is one.
    public let hint: String?

    /// The message, followed by the hint if there is one.
    public var description: String {
        hint.map { "\(message) Hint: \($0)" } ?? message
    }

    init(_ problem: Problem, _ message: String, hint: String? = nil) {
        self.problem = problem
        self.message = message
        self.hint = hint
    }

    /// Returns the input quoted for a message, with all characters visible, and truncated if it is
    /// long.
    static func quoted(_ input: some StringProtocol) -> String {
        let shown = input.count > 40 ? String(input.prefix(40)) + "…" : String(input)
        return "`\(HiddenCharacters.escaping(shown))`"
    }
}
