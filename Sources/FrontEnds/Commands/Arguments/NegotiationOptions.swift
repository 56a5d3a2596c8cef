import ArgumentParser
import Texts
import Translation
import Workspace

/// The options that select one of four algorithms by which apps choose a user's language.
struct NegotiationOptions: ParsableArguments {
    /// The systems whose algorithm can be selected.
    enum System: String, ExpressibleByArgument, CaseIterable {
        case verid, i18next, nstack, apple
    }

    @Option(
        help: ArgumentHelp(
            "Choose the language as an app does: verid, i18next, nstack or apple.",
            valueName: "way"))
    var negotiate: System?

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "The languages of the user, as in Accept-Language: \"fr-CA, en;q=0.8\".",
            valueName: "languages"))
    var user: String?

    @Option(
        help: ArgumentHelp(
            """
            verid: ios, android; i18next: all, currentOnly, languageOnly; nstack: list-full-match, \
            list-language-match, single-full-match, single-language-match. The first is the default.
            """, valueName: "mode"))
    var mode: String?

    @Option(
        name: .customLong("fallback-lng"),
        help: ArgumentHelp(
            "i18next: fr,en; or for one language, more than once: de-CH=fr,it; or none.",
            valueName: "languages"))
    var fallbacks: [String] = []

    @Option(
        name: .customLong("supported-lngs"),
        help: ArgumentHelp("i18next: only these languages.", valueName: "tag,…"))
    var supported: String?

    @Flag(help: "i18next: a supported language supports its variants.")
    var nonExplicitSupportedLngs = false

    @Flag(help: "i18next: codes are in lower case, as with lowerCaseLng.")
    var lowerCaseLng = false

    @Option(
        name: .customLong("bundle"),
        help: ArgumentHelp(
            "verid: the languages of a bundle; may be given more than once, the app's first.",
            valueName: "tag,…"))
    var bundles: [String] = []

    @Option(
        help: ArgumentHelp(
            "i18next: the context, whose text (key_context) comes before that of the key.",
            valueName: "word"))
    var context: String?

    /// The user's languages, the most preferred first, also from spellings such as POSIX's.
    ///
    /// Omits the wildcard, because every algorithm has its own fallback for it.
    var requests: [String] {
        let items = (user ?? "").split(separator: ",").map { item in
            let parts = item.drop { $0 == " " }.split(separator: ";", maxSplits: 1)
            let tag = parts.first.map {
                LanguageSpelling.tag(of: $0.split(separator: " ").joined())
            }
            return ([tag ?? ""] + parts.dropFirst().map(String.init)).joined(separator: ";")
        }
        return AcceptLanguage.parse(items.joined(separator: ",")).filter { $0 != "*" }
    }

    /// Rejects options that do not belong to the selected algorithm.
    func validate() throws {
        guard let negotiate else {
            guard user == nil, mode == nil, fallbacks.isEmpty, supported == nil,
                !nonExplicitSupportedLngs, !lowerCaseLng, bundles.isEmpty, context == nil
            else { throw ValidationError("These options are for --negotiate.") }
            return
        }
        guard user != nil else { throw ValidationError("--negotiate wants --for LANGUAGES.") }
        guard !requests.isEmpty else { throw ValidationError("--for names no language.") }
        let isForI18next =
            !fallbacks.isEmpty || supported != nil || nonExplicitSupportedLngs || lowerCaseLng
            || context != nil
        if negotiate != .i18next, isForI18next {
            throw ValidationError(
                "--fallback-lng, --supported-lngs, --non-explicit-supported-lngs, --lower-case-lng and --context are for i18next."
            )
        }
        if !bundles.isEmpty, negotiate != .verid || mode == "android" {
            throw ValidationError("--bundle is for verid on iOS.")
        }
        guard mode.map(modes.contains) ?? true else {
            let known = modes.isEmpty ? "" : ": \(modes.joined(separator: ", "))"
            throw ValidationError(
                "There is no mode “\(mode ?? "")” of \(negotiate.rawValue)\(known).")
        }
    }

    private var modes: [String] {
        switch negotiate {
        case .verid: ["ios", "android"]
        case .i18next: I18nextNegotiation.Load.allCases.map(\.rawValue)
        case .nstack: NStackNegotiation.Mode.allCases.map(\.rawValue)
        case .apple, nil: []
        }
    }

    /// The effective mode; nil for an algorithm without modes.
    var usedMode: String? { mode ?? modes.first }

    /// Returns the selected algorithm, or nil if none is selected.
    func way(in workspace: Workspace) throws -> NegotiationWay? {
        switch negotiate {
        case nil: return nil
        case .apple: return .apple
        case .nstack:
            return .nstack(mode.flatMap(NStackNegotiation.Mode.init) ?? .listFullMatch)
        case .verid where mode == "android": return .veridOnAndroid
        case .verid:
            return .verid(
                bundles: try bundles.map { try Self.list($0[...]).map(workspace.language) })
        case .i18next:
            var rules = I18nextNegotiation(
                fallback: try fallback(in: workspace),
                load: mode.flatMap(I18nextNegotiation.Load.init) ?? .all,
                supported: supported.map { Self.list($0[...]) })
            rules.supportsVariants = nonExplicitSupportedLngs
            rules.usesLowerCase = lowerCaseLng
            return .i18next(rules)
        }
    }

    /// Returns i18next's `fallbackLng`, which defaults to the source language.
    private func fallback(in workspace: Workspace) throws -> I18nextNegotiation.Fallback {
        if fallbacks.isEmpty { return .list([workspace.project.source.rawValue]) }
        if fallbacks == ["none"] { return .none }
        guard fallbacks.contains(where: { $0.contains("=") }) else {
            return .list(fallbacks.flatMap { Self.list($0[...]) })
        }
        var map: [String: [String]] = [:]
        for item in fallbacks {
            let parts = item.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else {
                throw ValidationError("--fallback-lng is written fr,en or de-CH=fr,it.")
            }
            map[String(parts[0]), default: []] += Self.list(parts[1])
        }
        return .map(map)
    }

    private static func list(_ text: Substring) -> [String] {
        text.split(separator: ",").map { item in
            String(item.drop { $0 == " " }.prefix { $0 != " " })
        }
    }
}
