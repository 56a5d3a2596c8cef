import Interchange
import JSON
import ReadModel
public import Texts
import Translation

/// One of the ways in which apps choose a language for a user, with its options.
public enum NegotiationWay: Sendable {
    /// Ver-ID on iOS: a file for the whole app. The bundles are the languages that each has, the app's
    /// first; empty for one with all languages.
    case verid(bundles: [[LanguageTag]])
    /// Ver-ID on Android.
    case veridOnAndroid
    /// i18next: a hierarchy for each string.
    case i18next(I18nextNegotiation)
    /// NStack's server: a language for the whole app.
    case nstack(NStackNegotiation.Mode)
    /// Apple's systems: a localization for the whole app.
    case apple
}

extension Snapshot {
    /// The languages that an app with all of the project's languages would take for a user's, the most wanted
    /// first.
    ///
    /// Languages that are only planned are not there. Every way has an answer: where nothing else is found,
    /// it is the source language.
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
            // As `changeLanguage` does: the first language if there are texts in it, else the best match.
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
            // The app's files have the names of the languages in lower case.
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

    /// The text that an app shows that has taken these languages, its files being as they are exported, and the
    /// string that it is of.
    ///
    /// i18next looks through all of them, and in each for the strings in order. The others look into the first
    /// alone; Ver-ID then shows the source text, also in place of an empty one on iOS, and NStack and Apple have none.
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
