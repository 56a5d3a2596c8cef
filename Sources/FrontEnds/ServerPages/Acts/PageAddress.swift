import Server

/// The address of a page: the one that a form came from, or the one that its answer leads to.
struct PageAddress: Sendable, Hashable, CustomStringConvertible {
    /// The path, percent-encoded.
    let path: String
    /// The query without its question mark, percent-encoded.
    private(set) var query: String?
    /// The part of the page that is shown.
    let fragment: String?

    /// The walks, whose forms lead to the next card.
    enum Walk: String, Sendable {
        case review, translate
    }

    /// Takes an address apart.
    init(_ text: String) {
        let halves = text.split(separator: "#", maxSplits: 1).map(String.init)
        let parts = (halves.first ?? "").split(separator: "?", maxSplits: 1).map(String.init)
        path = parts.first ?? ""
        query = parts.count > 1 ? parts[1] : nil
        fragment = halves.count > 1 ? halves[1] : nil
    }

    /// Reads an address that a form brings along; nil unless it is the page at `project` or one below it.
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

    /// The parameters of the query; none if it cannot be read.
    var parameters: Query {
        (try? Query((query ?? "")[...], isLenient: false)) ?? Query([])
    }

    /// The walk whose page this is: `…/languages/TAG/review`.
    var walk: Walk? {
        let parts = path.split(separator: "/").suffix(3)
        guard parts.count == 3, parts.first == "languages" else { return nil }
        return parts.last.flatMap { Walk(rawValue: String($0)) }
    }

    /// The same page, once the server has read a commit.
    func at(position: String) -> PageAddress {
        var address = self
        address.query = (query.map { $0 + "&" } ?? "") + "position=" + position
        return address
    }
}
