/// The languages that supply an app's texts, with reasons.
public struct Negotiation: Hashable, Sendable {
    /// The languages, the chosen one first; empty if none was chosen.
    ///
    /// For i18next, a text is looked up in all of them, in order. For Apple's systems, the later
    /// ones supply files that the first lacks. The other kinds of negotiation choose only one.
    public var languages: [Choice]

    /// Creates a result.
    public init(_ languages: [Choice] = []) { self.languages = languages }

    /// The chosen language, which precedes its fallbacks.
    public var chosen: Choice? { languages.first }

    /// A chosen language.
    public struct Choice: Hashable, Sendable {
        /// The language as spelled by the app.
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
        /// The requested language.
        case exact
        /// More general than requested: the language alone, or a CLDR parent.
        case parent
        /// More specific than requested, such as `fr-FR` for `fr`.
        case child
        /// The same language for another region.
        case sibling
        /// Configured by the app for missing texts.
        case fallback
        /// Used because nothing requested is available.
        case standard = "default"
    }
}
