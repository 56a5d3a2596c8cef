import ArgumentParser
import Texts
import Translation
import Workspace

/// The options that select one of the four algorithms that apps use to choose a language.
struct NegotiationOptions: ParsableArguments {
    /// The systems whose algorithm can be selected.
    enum System: String, ExpressibleByArgument, CaseIterable {
        case verid, i18next, nstack, apple
    }

    @Option(
        help: ArgumentHelp(
            "Choose the language the way an app does: verid, i18next, nstack or apple.",
            valueName: "way"))
    var negotiate: System?

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "The user's languages, as in Accept-Language: \"fr-CA, en;q=0.8\".",
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
            "i18next: fr,en; or per language, repeatable: de-CH=fr,it; or none.",
            valueName: "languages"))
    var fallbacks: [String] = []

    @Option(
        name: .customLong("supported-lngs"),
        help: ArgumentHelp("i18next: allow only these languages.", valueName: "tag,…"))
    var supported: String?

    @Flag(help: "i18next: a supported language also supports its regional variants.")
    var nonExplicitSupportedLngs = false

    @Flag(help: "i18next: use lower-case language codes, as with lowerCaseLng.")
    var lowerCaseLng = false

    @Option(
        name: .customLong("bundle"),
        help: ArgumentHelp(
            "verid: a language in the bundle, starting with the app's own. Can be repeated.",
            valueName: "tag,…"))
    var bundles: [String] = []

    @Option(
        help: ArgumentHelp(
            "i18next: the context. The text of key_context takes precedence over that of key.",
            valueName: "word"))
    var context: String?

    /// The user's languages, most preferred first.
    ///
    /// Other spellings, such as POSIX locale names, are converted to tags. The wildcard is omitted,
    /// because every algorithm has its own fallback for it.
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
            else { throw ValidationError("These options require --negotiate.") }
            return
        }
        guard user != nil else { throw ValidationError("--negotiate requires --for LANGUAGES.") }
        guard !requests.isEmpty else {
            throw ValidationError("--for requires at least one language.")
        }
        let isForI18next =
            !fallbacks.isEmpty || supported != nil || nonExplicitSupportedLngs || lowerCaseLng
            || context != nil
        if negotiate != .i18next, isForI18next {
            throw ValidationError(
                "--fallback-lng, --supported-lngs, --non-explicit-supported-lngs, --lower-case-lng and --context work only with i18next."
            )
        }
        if !bundles.isEmpty, negotiate != .verid || mode == "android" {
            throw ValidationError("--bundle works only with verid on iOS.")
        }
        guard mode.map(modes.contains) ?? true else {
            let known = modes.isEmpty ? "" : ": \(modes.joined(separator: ", "))"
            throw ValidationError(
                "\(negotiate.rawValue) has no mode “\(mode ?? "")”\(known).")
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
                throw ValidationError("--fallback-lng expects fr,en or de-CH=fr,it.")
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
