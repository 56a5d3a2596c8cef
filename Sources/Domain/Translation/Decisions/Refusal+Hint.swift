public import Texts

extension Refusal {
    /// A remedy for a refusal, worded for each kind of reader.
    ///
    /// A string literal gives all readers the same sentence, as in `hint: "Give more characters."`.
    public struct Hint: Sendable, Hashable {
        /// The sentence for the command line, with the verbs and options to type.
        public let typed: String
        /// The sentence for clients of the HTTP API, or nil if they can do nothing.
        ///
        /// Paths in it are relative to the project's address.
        public let http: String?
        /// The sentence for users of the pages, or nil if they can do nothing there.
        public let page: String?
        /// The description of the refusal for users of the pages, or nil if the refusal's message
        /// uses no words of the command line or the API.
        public let pageMessage: String?
        /// Suggested replacements for the refused argument, nearest first.
        public let alternatives: [String]

        /// Creates a hint with different words for each kind of reader.
        public init(
            typed: String, http: String? = nil, page: String? = nil, pageMessage: String? = nil,
            alternatives: [String] = []
        ) {
            self.typed = typed
            self.http = http
            self.page = page
            self.pageMessage = pageMessage
            self.alternatives = alternatives
        }

        /// Creates a hint only for terminal users, such as a hint about files, repositories or
        /// tokens.
        public static func typed(_ sentence: String) -> Hint { Hint(typed: sentence) }

        /// Creates a hint with the same sentence for all readers.
        ///
        /// The sentence must not mention verbs, options or buttons. If it contains a command of
        /// another program, in backquotes, pages do not show it.
        public static func advice(_ sentence: String) -> Hint {
            let shown = sentence.isEmpty ? nil : sentence
            return Hint(
                typed: sentence, http: shown, page: sentence.utf8.contains(0x60) ? nil : shown)
        }
    }
}

extension Refusal.Hint: ExpressibleByStringInterpolation {
    /// Creates advice from a string literal.
    public init(stringLiteral sentence: String) { self = .advice(sentence) }
}

// Hints that several refusals share.
extension Refusal.Hint {
    /// Lists all valid names, of which there must be at least one.
    public static func thereAre(_ names: [String]) -> Refusal.Hint {
        .advice(
            names.count == 1
                ? "The only valid name is \(names[0])."
                : "Valid names: \(names.joined(separator: ", ")).")
    }

    /// Suggests adding the language to the project, or listing the project's languages.
    public static func addLanguage(_ tag: LanguageTag) -> Refusal.Hint {
        Refusal.Hint(
            typed:
                "`dragoman locale add \(tag)` adds it; `dragoman locale list` lists the languages.",
            http: "`GET /locales` lists the languages.",
            page: "The project's page lists its languages.")
    }

    /// Suggests searching the strings.
    public static let searchStrings = Refusal.Hint(
        typed: "`dragoman list --search TEXT` finds strings.",
        http: "`GET /strings?search=TEXT` finds strings.", page: "Search for it.")

    /// Suggests listing the proposals.
    public static let listProposals = Refusal.Hint(
        typed: "`dragoman proposals` lists them.", http: "`GET /proposals` lists them.",
        page: "The page of the string lists its proposals.")

    /// Suggests setting a text first.
    public static let setText = Refusal.Hint(
        typed: "`dragoman set` sets one.", http: "`PUT /text/LOCALE` sets one.",
        page: "Set one first.")

    /// Suggests replacing the text with `--force`.
    public static let forceReplacing = Refusal.Hint.typed("`--force` replaces the text.")
}
