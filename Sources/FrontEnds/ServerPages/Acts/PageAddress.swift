import Server

/// The address of a page, such as the page with the form or the next page.
struct PageAddress: Sendable, Hashable, CustomStringConvertible {
    /// The path, percent-encoded.
    let path: String
    /// The query without its question mark, percent-encoded.
    private(set) var query: String?
    /// The fragment, which identifies a part of the page.
    let fragment: String?

    /// The kinds of walks.
    ///
    /// The forms of a walk lead to its next card.
    enum Walk: String, Sendable {
        case review, translate
    }

    init(_ text: String) {
        let halves = text.split(separator: "#", maxSplits: 1).map(String.init)
        let parts = (halves.first ?? "").split(separator: "?", maxSplits: 1).map(String.init)
        path = parts.first ?? ""
        query = parts.count > 1 ? parts[1] : nil
        fragment = halves.count > 1 ? halves[1] : nil
    }

    /// Parses the address in a form; returns nil unless it is the page at `project` or a page under
    /// it.
    init?(_ text: String, in project: String) {
        self.init(text)
        let isPlain = text.utf8.allSatisfy {
            (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\")
        }
        guard isPlain, path == project || path.hasPrefix(project + "/") else { return nil }
    }

    var description: String {
        path + (query.map { "?" + $0 } ?? "") + (fragment.map { "#" + $0 } ?? "")
    }

    /// The parameters of the query; empty if the query is invalid.
    var parameters: Query {
        (try? Query((query ?? "")[...], isLenient: false)) ?? Query([])
    }

    /// The walk at this address: `…/languages/TAG/review`.
    var walk: Walk? {
        let parts = path.split(separator: "/").suffix(3)
        guard parts.count == 3, parts.first == "languages" else { return nil }
        return parts.last.flatMap { Walk(rawValue: String($0)) }
    }

    /// Returns the address of the same page with other parameters.
    func with(_ items: [(String, String)]) -> PageAddress {
        var address = self
        address.query = items.map { "\($0)=\(PercentEncoding.text($1))" }.joined(separator: "&")
        return address
    }

    /// Returns the same address with the position of a commit, which the server must have read
    /// before it responds.
    func at(position: String) -> PageAddress {
        var address = self
        address.query = (query.map { $0 + "&" } ?? "") + "position=" + position
        return address
    }
}
