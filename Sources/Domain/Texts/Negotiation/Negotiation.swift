/// The languages that supply an app's texts, with a reason for each.
public struct Negotiation: Hashable, Sendable {
    /// The languages, starting with the chosen one; empty if no language was chosen.
    ///
    /// i18next looks up each text in all of these languages, in order. On Apple's systems, the
    /// later languages supply files that are missing in the first. The other kinds of negotiation
    /// choose only one language.
    public var languages: [Choice]

    /// Creates a result from the chosen language and its fallbacks.
    public init(_ languages: [Choice] = []) { self.languages = languages }

    /// The chosen language, or nil if no language was chosen.
    public var chosen: Choice? { languages.first }

    /// A chosen language.
    public struct Choice: Hashable, Sendable {
        /// The language as spelled by the app.
        public var tag: String
        /// The requested language that led to this choice; nil for a general fallback.
        public var requested: String?
        /// The reason for the choice.
        public var match: Match

        /// Creates a choice of a language for a requested language.
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
        /// Used because no requested language is available.
        case standard = "default"
    }
}
