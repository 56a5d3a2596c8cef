/// The languages that an app takes its texts from, with reasons.
public struct Negotiation: Hashable, Sendable {
    /// The languages, the chosen one first; empty where none was chosen.
    ///
    /// For i18next, they are those in which a text is looked for, in order. For Apple's systems, those
    /// that follow stand in for files that the first lacks. The other ways have one.
    public var languages: [Choice]

    /// Creates a result.
    public init(_ languages: [Choice] = []) { self.languages = languages }

    /// The language that was chosen, which its fallbacks follow.
    public var chosen: Choice? { languages.first }

    /// A language that was chosen.
    public struct Choice: Hashable, Sendable {
        /// The language as the app spells it.
        public var tag: String
        /// The requested language that led to it; nil for a general fallback.
        public var requested: String?
        /// The reason for the choice.
        public var match: Match

        /// Creates a choice.
        public init(_ tag: String, for requested: String? = nil, _ match: Match) {
            self.tag = tag
            self.requested = requested
            self.match = match
        }
    }

    /// The reason for choosing a language.
    public enum Match: String, Hashable, Sendable, CaseIterable {
        /// It is what was asked for.
        case exact
        /// It is more general than what was asked for: the language alone, or a parent of CLDR.
        case parent
        /// It is more special than what was asked for, as `fr-FR` for `fr`.
        case child
        /// It is the same language for another region.
        case sibling
        /// The app names it for texts that the others lack.
        case fallback
        /// It stands in where nothing that was asked for is there.
        case standard = "default"
    }
}
