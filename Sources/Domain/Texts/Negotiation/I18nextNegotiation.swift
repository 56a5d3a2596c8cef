/// Selects the languages of a text as i18next does: by a hierarchy for each language, searched
/// string by string.
///
/// The rules are those of i18next 26 (`LanguageUtils`), also where they are odd: see
/// <https://www.i18next.com/principles/fallback> and
/// <https://www.i18next.com/overview/configuration-options>.
public struct I18nextNegotiation: Sendable {
    /// The option `fallbackLng`: the languages for texts that the others lack.
    public enum Fallback: Sendable {
        /// `false`: none.
        case none
        /// A text or a list.
        case list([String])
        /// A list for each language, by its code; `default` has that for all others.
        case map([String: [String]])
        /// A function of the code; nil where it is asked without one.
        case function(@Sendable (String?) -> Fallback)
    }

    /// The option `load`: which languages are taken from a code.
    public enum Load: String, Sendable, CaseIterable {
        /// The code, its language and script, and its language.
        case all
        /// The code alone.
        case currentOnly
        /// The language alone.
        case languageOnly
    }

    /// The languages for texts that the others lack; i18next's own default is `dev`.
    public var fallback: Fallback
    /// The languages to load for a code.
    public var load: Load = .all
    /// The languages that may be taken; nil for all.
    public var supported: [String]?
    /// Whether a code is supported where its language is (`nonExplicitSupportedLngs`).
    public var supportsVariants = false
    /// Whether codes without `-` are put into lower case (`cleanCode`).
    public var cleansCodes = false
    /// Whether all codes are put into lower case (`lowerCaseLng`).
    public var usesLowerCase = false

    /// Creates options; those not given have i18next's defaults.
    public init(fallback: Fallback = .list(["dev"]), load: Load = .all, supported: [String]? = nil)
    {
        self.fallback = fallback
        self.load = load
        self.supported = supported
    }

    // MARK: Hierarchy

    /// Returns the languages in which a text is looked for, in order, for the language of an app.
    ///
    /// `fallback` takes the place of the option, as that of one call does.
    public func hierarchy(for code: String, fallback own: Fallback? = nil) -> [String] {
        choices(for: code, fallback: own).map(\.tag)
    }

    /// Returns the hierarchy of a code, each language with the reason why it is there.
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

    /// Returns the languages that stand in for a code, as the option says them.
    public func fallbackCodes(_ fallback: Fallback, for code: String?) -> [String] {
        switch fallback {
        case .none: return []
        case .list(let codes): return codes
        case .function(let function): return resolved(function(code), for: code)
        case .map(let lists): return Self.list(of: lists, for: code, self)
        }
    }

    /// Returns the result of a function; a function that it returns is not called.
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

    /// Returns the language that an app takes of those that a user reads, the most wanted first.
    ///
    /// The first that is supported; else the first for which there is the language with its script,
    /// the language, or another region of it; else the fallback. Nil only where there is none.
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

    /// A code without its last subtag, if two or more are left.
    private func scriptPart(of code: String) -> String? {
        let parts = Self.parts(of: code)
        guard parts.count > 2, let last = parts.dropLast().last, last.lowercased() != "x" else {
            return nil
        }
        return formatted(parts.dropLast().joined(separator: "-"))
    }

    /// A code's first subtag.
    private func languagePart(of code: String) -> String {
        let parts = Self.parts(of: code)
        guard parts.count > 1, let first = parts.first else { return parts.first ?? "" }
        return formatted(first)
    }

    private static func parts(of code: String) -> [String] {
        code.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }.map(String.init)
    }

    /// A code as JavaScript's `Intl` has it, where it can be read; only codes with `-` are looked at.
    private func formatted(_ code: String) -> String {
        guard code.contains("-") else {
            return cleansCodes || usesLowerCase ? code.lowercased() : code
        }
        let canonical = IntlLocale.canonical(code) ?? code
        return usesLowerCase ? canonical.lowercased() : canonical
    }
}
