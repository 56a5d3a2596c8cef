import Server
import Texts
import Workspace

/// The parameters of the page of changes, as encoded in its query.
///
/// The parameters have a fixed order, and defaults are omitted.
struct ChangesQuery: Sendable {
    /// The earlier state: a revision or a time; nil for the latest release.
    var from: String?
    /// The later state; nil for the newest one.
    var to: String?
    /// The language to show; nil for all.
    var locale: LanguageTag?
    var kinds: Set<Kind> = Kind.usual
    /// The number of rows to skip in a language with many changes.
    var start = 0
    var format = Format.page

    /// The kinds of changes that can be shown.
    enum Kind: String, Sendable, CaseIterable {
        case added, changed, removed, proposals

        static let usual: Set<Kind> = [.added, .changed, .removed]

        var word: TextKey {
            switch self {
            case .added: "changes.added"
            case .changed: "changes.changed"
            case .removed: "changes.removed"
            case .proposals: "activity.proposals"
            }
        }
    }

    /// The forms of the response.
    enum Format: String, Sendable {
        case page, json, markdown
    }

    /// Creates the query for all texts that differ between two states.
    init(from: String?, to: String?) {
        self.from = from
        self.to = to
    }

    /// Parses an address's parameters.
    ///
    /// Throws `usage` for an unknown kind or format.
    init(_ call: PageCall) throws {
        let query = call.query
        func text(_ name: String) -> String? {
            query[name].map { $0.trimmed }.flatMap { $0.isEmpty ? nil : $0 }
        }
        from = text("from")
        to = text("to")
        locale = try text("locale").map { try call.project.language($0) }
        let words = query.values(of: "show")
        if !words.isEmpty {
            kinds = []
            for word in words {
                guard let kind = Kind(rawValue: word) else {
                    throw call.wording.unknownChoice(
                        "problems.unknownChanges", word, among: Kind.allCases.map(\.rawValue))
                }
                kinds.insert(kind)
            }
        }
        start = locale == nil ? 0 : query.number(named: "start")
        if let word = text("format") {
            guard let format = Format(rawValue: word) else {
                throw call.wording.unknownChoice(
                    "problems.unknownFormat", word, among: ["json", "markdown"])
            }
            self.format = format
        }
    }

    /// Returns the address's query with its question mark, or an empty text without parameters.
    var address: String {
        var items: [(String, String?)] = [
            ("from", from), ("to", to), ("locale", locale?.rawValue),
        ]
        if kinds != Kind.usual {
            items += Kind.allCases.filter(kinds.contains).map { ("show", $0.rawValue) }
        }
        items += [
            ("start", start == 0 ? nil : String(start)),
            ("format", format == .page ? nil : format.rawValue),
        ]
        return PageAddress.query(items)
    }

    /// Returns the query with some parameters changed.
    func with(_ change: (inout ChangesQuery) -> Void) -> ChangesQuery {
        var query = self
        query.start = 0
        query.format = .page
        change(&query)
        return query
    }
}

extension Query {
    /// Returns the number of rows to skip; 0 if the parameter is missing or not a number.
    ///
    /// The number is limited, so that the sum with the number of rows cannot overflow.
    func number(named name: String) -> Int {
        min(max(0, self[name].flatMap { Int($0) } ?? 0), 1_000_000_000)
    }
}

extension PageAddress {
    /// Returns a query with its question mark from the parameters that are not nil, or an empty
    /// text if there are none.
    static func query(_ items: [(name: String, value: String?)]) -> String {
        let parts = items.compactMap { name, value in
            value.map { "\(name)=\(PercentEncoding.text($0))" }
        }
        return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
    }
}
