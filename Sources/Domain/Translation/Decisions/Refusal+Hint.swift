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
        /// Paths in it are below the project's address.
        public let http: String?
        /// The sentence for people at a page, or nil if they can do nothing there.
        public let page: String?
        /// The words to type instead of the refused ones, nearest first.
        public let alternatives: [String]

        /// Creates a hint with different words for the three kinds of reader.
        public init(
            typed: String, http: String? = nil, page: String? = nil, alternatives: [String] = []
        ) {
            self.typed = typed
            self.http = http
            self.page = page
            self.alternatives = alternatives
        }

        /// Creates a hint for terminal users only, for example about files, repositories or tokens.
        public static func typed(_ sentence: String) -> Hint { Hint(typed: sentence) }

        /// Creates a hint with one sentence for all readers.
        ///
        /// It names no verb, option or button.
        public static func advice(_ sentence: String) -> Hint {
            let shown = sentence.isEmpty ? nil : sentence
            return Hint(typed: sentence, http: shown, page: shown)
        }
    }
}

extension Refusal.Hint: ExpressibleByStringInterpolation {
    /// Creates advice from a literal.
    public init(stringLiteral sentence: String) { self = .advice(sentence) }
}

// Hints that several refusals share.
extension Refusal.Hint {
    /// Lists all valid names, of which there must be at least one.
    public static func thereAre(_ names: [String]) -> Refusal.Hint {
        .advice(
            names.count == 1
                ? "There is only \(names[0])." : "There are \(names.joined(separator: ", ")).")
    }

    /// Suggests adding the language to the project, or listing the existing ones.
    public static func addLanguage(_ tag: LanguageTag) -> Refusal.Hint {
        Refusal.Hint(
            typed:
                "`dragoman locale add \(tag)` adds it; `dragoman locale list` shows what is there.",
            http: "`GET /locales` lists the languages.",
            page: "The project's page lists its languages.")
    }

    /// Suggests searching the strings.
    public static let searchStrings = Refusal.Hint(
        typed: "`dragoman list --search TEXT` finds strings.",
        http: "`GET /strings?search=TEXT` finds strings.", page: "Look for it with the search.")

    /// Suggests listing the proposals.
    public static let listProposals = Refusal.Hint(
        typed: "`dragoman proposals` lists them.", http: "`GET /proposals` lists them.",
        page: "The page of the string lists its proposals.")

    /// Suggests setting a text first.
    public static let setText = Refusal.Hint(
        typed: "`dragoman set` gives it one.", http: "`PUT /text/LOCALE` sets one.",
        page: "Set one first.")

    /// Suggests replacing the text with `--force`.
    public static let forceReplacing = Refusal.Hint.typed("`--force` replaces it.")
}
