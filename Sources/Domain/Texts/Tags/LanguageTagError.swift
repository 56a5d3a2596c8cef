/// The reason that a text is not a valid language tag for a repository.
public struct LanguageTagError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public enum Problem: String, Hashable, Sendable {
        /// There is no text.
        case empty
        /// The text or one of its subtags is too long.
        case tooLong
        /// A character other than ASCII letters, digits, `-` and `_`.
        case character
        /// The subtags don't form a tag by RFC 5646.
        case syntax
        /// A language, script, region or variant that no standard registers.
        case unregistered
    }

    /// The kind of error.
    public let problem: Problem
    /// One sentence that says what is wrong; safe to print on a terminal.
    public let message: String
    /// A hint for the user.
    public let hint: String?

    /// The message, and the hint where there is one.
    public var description: String {
        hint.map { "\(message) Hint: \($0)" } ?? message
    }

    init(_ problem: Problem, _ message: String, hint: String? = nil) {
        self.problem = problem
        self.message = message
        self.hint = hint
    }

    /// Returns the input as it may stand in a message: visible, and cut where it is too long.
    static func quoted(_ input: some StringProtocol) -> String {
        let shown = input.count > 40 ? String(input.prefix(40)) + "…" : String(input)
        return "`\(HiddenCharacters.escaping(shown))`"
    }
}
