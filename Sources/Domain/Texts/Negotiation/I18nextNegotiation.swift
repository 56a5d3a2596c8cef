/// Selects the languages for a text by i18next's rules: each language has a hierarchy, which is
/// searched separately for each string.
///
/// The rules, including the odd ones, are those of i18next 26 (`LanguageUtils`); see
/// <https://www.i18next.com/principles/fallback> and
/// <https://www.i18next.com/overview/configuration-options>.
public struct I18nextNegotiation: Sendable {
    /// The option `fallbackLng`: the languages used for missing texts.
    public enum Fallback: Sendable {
        /// `false`: no fallback.
        case none
        /// A string or a list.
        case list([String])
        /// A list for each language code; `default` applies to all other codes.
        case map([String: [String]])
        /// A function that receives the language code, or nil if there is no code.
        case function(@Sendable (String?) -> Fallback)
    }

    /// The option `load`: the languages derived from a language code.
    public enum Load: String, Sendable, CaseIterable {
        /// The code, its language with the script, and its language alone.
        case all
        /// Only the code.
        case currentOnly
        /// Only the language.
        case languageOnly
    }

    /// The languages used for missing texts.
    ///
    /// i18next's default is `dev`.
    public var fallback: Fallback
    /// The languages to load for a code.
    public var load: Load = .all
    /// The languages that may be used, or nil for all languages.
    public var supported: [String]?
    /// Whether a code is supported if its language is supported (`nonExplicitSupportedLngs`).
    public var supportsVariants = false
    /// Whether codes without `-` are lowercased (`cleanCode`).
    public var cleansCodes = false
    /// Whether all codes are lowercased (`lowerCaseLng`).
    public var usesLowerCase = false

    /// Creates options with i18next's defaults.
    public init(fallback: Fallback = .list(["dev"]), load: Load = .all, supported: [String]? = nil)
    {
        self.fallback = fallback
        self.load = load
        self.supported = supported
    }

    // MARK: Hierarchy

    /// Returns the languages in which to look up a text, in order.
    ///
    /// `fallback` overrides the configured fallback, like the option of a single i18next call.
    public func hierarchy(for code: String, fallback own: Fallback? = nil) -> [String] {
        choices(for: code, fallback: own).map(\.tag)
    }

    /// Returns the hierarchy for a code, with a reason for each language.
    public func negotiate(_ code: String, fallback own: Fallback? = nil) -> Negotiation {
        Negotiation(choices(for: code, fallback: own))
    }

    private func choices(for code: String, fallback own: Fallback?) -> [Negotiation.Choice] {
        var choices: [Negotiation.Choice] = []
        func add(_ tag: String?, for requested: String?, _ match: Negotiation.Match) {
            guard let tag, !tag.isEmpty, isSupported(tag) else { return }
            choices.append(.init(tag, for: requested, match))
        }
        if code.contains("-") || code.contains("_") {
            if load != .languageOnly { add(formatted(code), for: code, .exact) }
            if load == .all { add(scriptPart(of: code), for: code, .parent) }
            if load != .currentOnly { add(languagePart(of: code), for: code, .parent) }
        } else {
            add(formatted(code), for: code, .exact)
        }
        for tag in fallbackCodes(own ?? fallback, for: code)
        where !choices.contains(where: { $0.tag == tag }) {
            add(formatted(tag), for: nil, .fallback)
        }
        return choices
    }

    /// Returns the fallback languages that `fallback` defines for a code.
    public func fallbackCodes(_ fallback: Fallback, for code: String?) -> [String] {
        switch fallback {
        case .none: return []
        case .list(let codes): return codes
        case .function(let function): return resolved(function(code), for: code)
        case .map(let lists): return Self.list(of: lists, for: code, self)
        }
    }

    /// Returns the languages from a fallback function's result.
    ///
    /// If the result is another function, there are no fallback languages.
    private func resolved(_ fallback: Fallback, for code: String?) -> [String] {
        if case .function = fallback { return [] }
        return fallbackCodes(fallback, for: code)
    }

    private static func list(
        of lists: [String: [String]], for code: String?, _ utility: I18nextNegotiation
    ) -> [String] {
        guard let code, !code.isEmpty else { return lists["default"] ?? [] }
        let names = [
            code, utility.scriptPart(of: code), utility.formatted(code),
            utility.languagePart(of: code), "default",
        ]
        return names.lazy.compactMap { $0.flatMap { lists[$0] } }.first ?? []
    }

    // MARK: Best match

    /// Returns the language that an app uses, given the user's languages, most preferred first.
    ///
    /// This is the first supported code. If no code is supported, it is the first match by language
    /// and script, by language alone, or by language with another region. If nothing matches, it is
    /// the first fallback language, or nil if there is no fallback.
    public func bestMatch(_ codes: [String]) -> Negotiation.Choice? {
        for code in codes {
            let cleaned = formatted(code)
            if supported == nil || isSupported(cleaned) { return .init(cleaned, for: code, .exact) }
        }
        if let supported {
            for code in codes {
                if let script = scriptPart(of: code), isSupported(script) {
                    return .init(script, for: code, .parent)
                }
                let language = languagePart(of: code)
                if isSupported(language) { return .init(language, for: code, .parent) }
                if let found = supported.first(where: { Self.isNear($0, to: language) }) {
                    return .init(found, for: code, .sibling)
                }
            }
        }
        return fallbackCodes(fallback, for: nil).first.map { .init($0, .standard) }
    }

    private static func isNear(_ supported: String, to language: String) -> Bool {
        if supported == language { return true }
        let hasRegion = supported.contains("-")
        if !hasRegion && !language.contains("-") { return false }
        if hasRegion, !language.contains("-"), supported.prefix(while: { $0 != "-" }) == language {
            return true
        }
        return supported.hasPrefix(language) && language.count > 1
    }

    // MARK: Codes

    private func isSupported(_ code: String) -> Bool {
        guard let supported, !supported.isEmpty else { return true }
        let wanted = load == .languageOnly || supportsVariants ? languagePart(of: code) : code
        return supported.contains(wanted)
    }

    /// Returns a code without its last subtag, or nil if fewer than two subtags remain or the last
    /// of them is `x`.
    private func scriptPart(of code: String) -> String? {
        let parts = Self.parts(of: code)
        guard parts.count > 2, let last = parts.dropLast().last, last.lowercased() != "x" else {
            return nil
        }
        return formatted(parts.dropLast().joined(separator: "-"))
    }

    /// Returns a code's first subtag.
    private func languagePart(of code: String) -> String {
        let parts = Self.parts(of: code)
        guard parts.count > 1, let first = parts.first else { return parts.first ?? "" }
        return formatted(first)
    }

    private static func parts(of code: String) -> [String] {
        code.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }.map(String.init)
    }

    /// Returns a code as formatted by JavaScript's `Intl`, or unchanged if it is invalid.
    ///
    /// A code without `-` is not formatted, only lowercased if an option requires it.
    private func formatted(_ code: String) -> String {
        guard code.contains("-") else {
            return cleansCodes || usesLowerCase ? code.lowercased() : code
        }
        let canonical = IntlLocale.canonical(code) ?? code
        return usesLowerCase ? canonical.lowercased() : canonical
    }
}
