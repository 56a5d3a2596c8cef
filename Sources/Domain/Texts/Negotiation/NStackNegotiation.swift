/// Chooses a language for a request as NStack's server does.
///
/// Source: the four modes of the language picker, <https://github.com/nstack-io/docs>,
/// `docs/Language-Picker.md`. One language is chosen for the whole app; a text that it lacks is
/// missing.
public struct NStackNegotiation: Sendable {
    /// The picker's modes: which of the requested languages count, and how far they may be from those
    /// that there are.
    public enum Mode: String, Sendable, CaseIterable {
        /// All of them in order; a language that begins with the requested one is found.
        case listFullMatch = "list-full-match"
        /// All of them in order; each is also tried as a language without its region.
        case listLanguageMatch = "list-language-match"
        /// The first only; a language that begins with the requested one is found.
        case singleFullMatch = "single-full-match"
        /// The first only, also without its region.
        case singleLanguageMatch = "single-language-match"

        fileprivate var isList: Bool { self == .listFullMatch || self == .listLanguageMatch }

        fileprivate var cutsToLanguage: Bool {
            self == .listLanguageMatch || self == .singleLanguageMatch
        }
    }

    /// The languages that there are, in the order in which they are looked through.
    public var available: [String]
    /// The language where nothing matches.
    public var standard: String
    /// The picker's mode.
    public var mode: Mode

    /// Creates a negotiation for an app.
    public init(available: [String], standard: String, mode: Mode) {
        self.available = available
        self.standard = standard
        self.mode = mode
    }

    /// Returns the language for a header `Accept-Language`, in any case of letters.
    public func choose(acceptLanguage header: String) -> Negotiation {
        choose(AcceptLanguage.parse(header))
    }

    /// Returns the language for a list of languages, the most wanted first.
    public func choose(_ requests: [String]) -> Negotiation {
        for request in mode.isList ? requests[...] : requests.prefix(1) {
            if let found = match(request) { return Negotiation([found]) }
        }
        return Negotiation([.init(standard, .standard)])
    }

    private func match(_ request: String) -> Negotiation.Choice? {
        if let found = first(request) {
            let isExact = found.utf8.count == request.utf8.count
            return .init(found, for: request, isExact ? .exact : .child)
        }
        guard mode.cutsToLanguage else { return nil }
        let language = String(request.prefix { $0 != "-" && $0 != "_" })
        guard language != request, let found = first(language) else { return nil }
        let isParent = found.utf8.count == language.utf8.count
        return .init(found, for: request, isParent ? .parent : .sibling)
    }

    /// The first language that is the wanted one, or that begins with it and goes on with another
    /// subtag; `_` and `-` are the same, and so are the old and the new name of a region, as in `en-UK`.
    private func first(_ wanted: String) -> String? {
        let wanted = Self.folded(wanted)
        return available.first { Self.folded($0) == wanted }
            ?? available.first { Self.folded($0).hasPrefix(wanted + "-") }
    }

    private static func folded(_ tag: String) -> String {
        let plain = String(tag.map { $0 == "_" ? "-" : $0 })
        let language = plain.prefix { $0 != "-" }.lowercased()
        let canonical = (try? CanonicalTag.parse(plain).tag) ?? plain
        let isSameLanguage = canonical.prefix { $0 != "-" } == language
        return (isSameLanguage ? canonical : plain).lowercased()
    }
}
