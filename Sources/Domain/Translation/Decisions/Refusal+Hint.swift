public import Texts

extension Refusal {
    /// Says how to get past a refusal, in the words of whoever reads it.
    ///
    /// A string literal says the same to everybody, as in `hint: "Give more characters."`.
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

        /// Makes a hint with different words for the three kinds of reader.
        public init(
            typed: String, http: String? = nil, page: String? = nil, alternatives: [String] = []
        ) {
            self.typed = typed
            self.http = http
            self.page = page
            self.alternatives = alternatives
        }

        /// Makes a hint for whoever works at a terminal: files, repositories and tokens are not the business of others.
        public static func typed(_ sentence: String) -> Hint { Hint(typed: sentence) }

        /// Makes a hint with one sentence for everybody: it names no verb, no option and no button.
        public static func advice(_ sentence: String) -> Hint {
            let shown = sentence.isEmpty ? nil : sentence
            return Hint(typed: sentence, http: shown, page: shown)
        }
    }
}

extension Refusal.Hint: ExpressibleByStringInterpolation {
    /// Takes a literal for advice.
    public init(stringLiteral sentence: String) { self = .advice(sentence) }
}

// The hints that several refusals share.
extension Refusal.Hint {
    /// Names all that there are; at least one.
    public static func thereAre(_ names: [String]) -> Refusal.Hint {
        .advice(
            names.count == 1
                ? "There is only \(names[0])." : "There are \(names.joined(separator: ", ")).")
    }

    /// Adds the language to the project, or lists those that it has.
    public static func addLanguage(_ tag: LanguageTag) -> Refusal.Hint {
        Refusal.Hint(
            typed:
                "`dragoman locale add \(tag)` adds it; `dragoman locale list` shows what is there.",
            http: "`GET /locales` lists the languages.",
            page: "The project's page lists its languages.")
    }

    /// Searches the strings.
    public static let searchStrings = Refusal.Hint(
        typed: "`dragoman list --search TEXT` finds strings.",
        http: "`GET /strings?search=TEXT` finds strings.", page: "Look for it with the search.")

    /// Lists the proposals.
    public static let listProposals = Refusal.Hint(
        typed: "`dragoman proposals` lists them.", http: "`GET /proposals` lists them.",
        page: "The page of the string lists its proposals.")

    /// Sets a text first.
    public static let setText = Refusal.Hint(
        typed: "`dragoman set` gives it one.", http: "`PUT /text/LOCALE` sets one.",
        page: "Set one first.")

    /// Replaces the text by force.
    public static let forceReplacing = Refusal.Hint.typed("`--force` replaces it.")
}
