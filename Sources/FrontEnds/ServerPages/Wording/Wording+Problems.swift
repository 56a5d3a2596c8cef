import Server
import Texts
import Translation
import Workspace

extension Wording {
    /// Returns a problem with a sentence, and a hint with the remedy, in the page's language.
    func problem(
        _ code: ProblemCode, _ key: TextKey, _ values: [String: String] = [:],
        hint: TextKey? = nil, nearest: [String] = []
    ) -> Problem {
        problem(code, words: self(key, values), hint: hint.map { self($0) }, nearest: nearest)
    }

    /// Returns a problem with a sentence about a number.
    func problem(
        _ code: ProblemCode, _ key: TextKey, count: Int, _ values: [String: String] = [:],
        hint: TextKey
    ) -> Problem {
        problem(code, words: self(key, count: count, values), hint: self(hint))
    }

    /// Returns a problem with words in the page's language.
    func problem(
        _ code: ProblemCode, words detail: String, hint: String?, nearest: [String] = []
    ) -> Problem {
        Problem(
            code, detail, hint: hint,
            onPages: .init(detail, hint: hint, language: tag.rawValue), nearest: nearest)
    }

    /// Returns the problem for an unknown word in an address, with the known words.
    func unknownChoice(_ key: TextKey, _ word: String, among known: [String]) -> Problem {
        problem(
            .usage, words: self(key, ["name": String(word.prefix(40))]),
            hint: self("problems.choices", ["values": known.joined(separator: ", ")]))
    }

    /// The words around people's names.
    var people: People.Words {
        People.Words(
            tester: { self("people.tester", ["name": $0]) },
            unconfirmed: { self("people.unconfirmed", ["name": $0]) },
            unknown: self("people.unknown"))
    }

    /// The language of refusals and findings, if it is not the page's.
    ///
    /// The domain words them in English.
    var languageOfRefusals: String? { tag.rawValue == "en" ? nil : "en" }

    /// Returns the words for a reason for rejecting a proposal, or the stored word if it is unknown.
    func reason(_ code: String) -> String {
        switch code {
        case "wrong": self("reasons.wrong")
        case "style": self("reasons.style")
        case "glossary": self("reasons.glossary")
        case "duplicate": self("reasons.duplicate")
        case "spam": self("reasons.spam")
        case "other": self("reasons.other")
        default: code
        }
    }
}

extension Problem {
    /// The language of the problem's words on a page, if it is not the page's.
    func language(on wording: Wording) -> String? {
        pageLanguage == wording.tag.rawValue ? nil : pageLanguage
    }
}
