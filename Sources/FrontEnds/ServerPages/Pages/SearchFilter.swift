import Languages
import Server
import Texts
import Translation

/// The filter of a search in a project, as encoded in the page's query.
///
/// The parameters have a fixed order, and defaults are omitted.
struct SearchFilter: Sendable, Hashable {
    /// The text to find, as typed.
    var query: String
    /// The language to search in; nil for all languages.
    var locale: LanguageTag?
    var section: String?

    /// The maximum length of a search, in characters.
    static let longest = 500

    /// Parses an address's parameters.
    init(_ parameters: Query) {
        query = parameters["q"] ?? ""
        locale = parameters["locale"].flatMap { LanguageTag($0) }
        section = parameters["section"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The phrase to find, without spaces at the ends.
    var phrase: SearchPhrase {
        SearchPhrase(String(query.unicodeScalars.trimming { $0.properties.isWhitespace }))
    }

    /// Returns the reason why nothing can be searched, or nil.
    func problem(_ wording: Wording) -> Problem? {
        if query.unicodeScalars.count > Self.longest {
            return wording.problem(
                .usage, "search.tooLong", count: query.unicodeScalars.count,
                ["limit": wording.number(Self.longest)], hint: "search.searchPart")
        }
        if phrase.bytes.allSatisfy({ $0 == UInt8(ascii: " ") }) {
            return wording.problem(.usage, "search.invisible", hint: "search.typeVisible")
        }
        return nil
    }

    /// A remark about a search that may find something else than expected, or nil.
    var advice: TextKey? {
        if query.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            return "search.controls"
        }
        if phrase.bytes.count < 3, query.unicodeScalars.count < 2 {
            return "search.oneLetter"
        }
        return nil
    }

    /// Returns the address's query with its question mark, or an empty text if there are no
    /// parameters.
    var address: String {
        PageAddress.query([
            ("q", query.isEmpty ? nil : query), ("locale", locale?.rawValue), ("section", section),
        ])
    }
}

extension String.UnicodeScalarView {
    /// Returns the scalars without those at both ends that match.
    fileprivate func trimming(where isEnd: (Unicode.Scalar) -> Bool) -> Substring.UnicodeScalarView
    {
        var rest = self[...]
        while let first = rest.first, isEnd(first) { rest.removeFirst() }
        while let last = rest.last, isEnd(last) { rest.removeLast() }
        return rest
    }
}
