import Interchange
import JSON
import ReadModel
public import Texts
import Translation

/// A method that apps use to choose a language for a user, with its options.
public enum NegotiationWay: Sendable {
    /// Ver-ID on iOS: one file for the whole app.
    ///
    /// `bundles` lists the languages in each bundle, starting with the app's own bundle. If it is
    /// empty, a single bundle contains all languages.
    case verid(bundles: [[LanguageTag]])
    /// Ver-ID on Android.
    case veridOnAndroid
    /// i18next: a list of fallback languages for each string.
    case i18next(I18nextNegotiation)
    /// NStack's server: one language for the whole app.
    case nstack(NStackNegotiation.Mode)
    /// Apple's systems: one localization for the whole app.
    case apple
}

extension Snapshot {
    /// Returns the languages that an app with all of the project's languages would choose for a
    /// user, in descending order of preference.
    ///
    /// Languages that are only planned are excluded. If nothing matches, i18next chooses its own
    /// fallback language, or none if it has no fallback. The other methods choose the source
    /// language.
    public func negotiate(
        _ requests: [String], _ way: NegotiationWay
    ) throws -> Negotiation {
        let available = try locales().filter { tag in
            try tag == project.source || model.locale(tag)?.attributes?.isPlanned == false
        }
        let tags = available.map(\.rawValue)
        let source = project.source.rawValue
        switch way {
        case .verid(let bundles):
            let bundles = bundles.isEmpty ? [available] : bundles
            let all = Set(available)
            let name = { (tag: LanguageTag) in VerIDFileName.name(of: tag, among: all) }
            let file = VerIDNegotiation.choose(
                requests, bundles: bundles.map { $0.map(name) })
            return Negotiation([
                file.flatMap { file in
                    bundles[file.bundle].first { name($0) == file.name }
                        .map { .init($0.rawValue, for: file.requested, file.match) }
                } ?? .init(source, .standard)
            ])
        case .veridOnAndroid:
            let file = VerIDNegotiation.chooseOnAndroid(requests, names: tags.map { "\($0).xml" })
            return Negotiation([
                file.map { .init(String($0.name.dropLast(4)), for: $0.requested, $0.match) }
                    ?? .init(source, .standard)
            ])
        case .i18next(let rules):
            // As in i18next's `changeLanguage`, use the first language if it has texts, otherwise
            // the best match.
            let names = rules.usesLowerCase ? tags.map { $0.lowercased() } : tags
            let first = requests.first.flatMap { request in
                let name = rules.usesLowerCase ? request.lowercased() : request
                return names.contains(name) ? name : nil
            }
            guard let language = first ?? rules.bestMatch(requests)?.tag else {
                return Negotiation()
            }
            var negotiation = rules.negotiate(language)
            guard rules.usesLowerCase else { return negotiation }
            // The app's files have lowercase language names.
            for index in negotiation.languages.indices {
                let name = negotiation.languages[index].tag.lowercased()
                if let tag = tags.first(where: { $0.lowercased() == name }) {
                    negotiation.languages[index].tag = tag
                }
            }
            return negotiation
        case .nstack(let mode):
            return NStackNegotiation(available: tags, standard: source, mode: mode).choose(requests)
        case .apple:
            return AppleNegotiation(available: tags, development: source).choose(requests)
        }
    }

    /// Returns the text that an app with unchanged exported files shows after choosing these
    /// languages, with its string.
    ///
    /// i18next searches all of the languages, and tries the strings in order in each language. The
    /// other methods use only the first language. If it has no text, Ver-ID shows the source text,
    /// and NStack and Apple show nothing. On iOS, Ver-ID also shows the source text instead of an
    /// empty text.
    public func text(
        _ negotiation: Negotiation, _ way: NegotiationWay, _ strings: [StringID],
        _ options: LookupOptions
    ) throws -> (text: FoundText, string: StringID)? {
        var options = options
        options.fallsBack = false
        let languages = negotiation.languages.compactMap { LanguageTag($0.tag) }
        let inherits = try model.setting(Setting.inherit.name).value?.boolValue ?? true
        func find(
            _ locale: LanguageTag, isOfI18next: Bool = false
        ) throws -> (text: FoundText, string: StringID)? {
            guard try hasLocale(locale) else { return nil }
            let chain = inherits ? try model.lenders(to: locale) : []
            for string in strings {
                let found =
                    try proposal(locale, string, options, isOfI18next: isOfI18next)
                    ?? text(of: [locale] + chain, string, options, isOfI18next: isOfI18next)
                if let found { return (found, string) }
            }
            return nil
        }
        switch way {
        case .i18next:
            for language in languages {
                if let found = try find(language, isOfI18next: true) { return found }
            }
            return nil
        case .verid:
            let found = try languages.first.flatMap { try find($0) }
            return found?.text.value.isEmptyText == false ? found : try find(project.source)
        case .veridOnAndroid:
            return try languages.first.flatMap { try find($0) } ?? find(project.source)
        case .nstack, .apple:
            return try languages.first.flatMap { try find($0) }
        }
    }
}
