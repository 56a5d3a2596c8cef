/// Chooses a language for a request by the rules of NStack's server.
///
/// Source: the four modes of the language picker, <https://github.com/nstack-io/docs>,
/// `docs/Language-Picker.md`. One language is chosen for the whole app; there is no fallback for
/// missing texts.
public struct NStackNegotiation: Sendable {
    /// The picker's modes, which differ in the requested languages that count and in how closely an
    /// available language must match.
    public enum Mode: String, Sendable, CaseIterable {
        /// Tries all requested languages in order; an available language must equal or extend the
        /// requested one.
        case listFullMatch = "list-full-match"
        /// Tries all requested languages in order, and each also without its region.
        case listLanguageMatch = "list-language-match"
        /// Tries only the first requested language; an available language must equal or extend it.
        case singleFullMatch = "single-full-match"
        /// Tries only the first requested language, and also without its region.
        case singleLanguageMatch = "single-language-match"

        fileprivate var isList: Bool { self == .listFullMatch || self == .listLanguageMatch }

        fileprivate var cutsToLanguage: Bool {
            self == .listLanguageMatch || self == .singleLanguageMatch
        }
    }

    /// The available languages, in search order.
    public var available: [String]
    /// The language used if nothing matches.
    public var standard: String
    /// The picker's mode.
    public var mode: Mode

    /// Creates a negotiation for an app with the given languages.
    public init(available: [String], standard: String, mode: Mode) {
        self.available = available
        self.standard = standard
        self.mode = mode
    }

    /// Returns the language for an `Accept-Language` header, ignoring case.
    public func choose(acceptLanguage header: String) -> Negotiation {
        choose(AcceptLanguage.parse(header))
    }

    /// Returns the language for a list of requested languages, most preferred first.
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

    /// Returns the first available language that equals the requested one, otherwise the first that
    /// extends it with more subtags.
    ///
    /// `_` and `-` are equal, and so are old and new codes for a region: `en-UK` equals `en-GB`.
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
