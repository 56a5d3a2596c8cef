/// Chooses an app's localization by the rules of Apple's systems: the first user language with a
/// reasonable match wins.
///
/// The rules come from Apple's ICU (`ualoc_localizationsToUse`), which
/// `Bundle.preferredLocalizations(from:forPreferences:)` calls, and from Technical Q&A 1828.
/// Foundation on Linux lacks this ICU and always chooses the first localization.
///
/// One language is chosen for the whole app. The languages after it supply missing files, but not
/// individual missing texts.
public struct AppleNegotiation: Sendable {
    /// The app's localizations, spelled as in the app.
    public var available: [String]
    /// The app's development language.
    public var development: String

    /// Creates a negotiation for an app with the given localizations.
    public init(available: [String], development: String) {
        self.available = available
        self.development = development
    }

    /// Returns the localizations to use for the user's languages.
    ///
    /// Both lists start with the most preferred language.
    ///
    /// Each user language matches itself in any spelling, then its parents. For English, these are
    /// Apple's own parents: `en-IN` matches `en-GB` before `en`. If there is only a more specific
    /// localization, or a localization for another region, that localization becomes the backup.
    /// The backup loses only to a later user language's match in the same language and script. As
    /// an exception, a Brazilian backup for European Portuguese loses to any match. If nothing
    /// matches, the development language is chosen, or the first localization if the app lacks the
    /// development language.
    public func choose(_ preferred: [String]) -> Negotiation {
        let localizations = available.compactMap(Localization.init)
        var main: Found?
        var backup: Found?
        for (rank, request) in preferred.enumerated() where main == nil {
            guard let wanted = AppleTag(request) else { continue }
            main = match(wanted, request, rank, among: localizations)
            if main == nil, backup == nil {
                backup = nearest(wanted, request, rank, among: localizations)
            }
        }
        if let found = Self.better(main, backup) {
            return Negotiation([found.choice] + parents(of: found.localization, in: localizations))
        }
        let standard =
            available.first { $0 == development }
            ?? AppleTag(development).flatMap { tag in
                match(tag, development, 0, among: localizations)?.choice.tag
            } ?? available.first
        return Negotiation(standard.map { [.init($0, .standard)] } ?? [])
    }

    /// A localization of the app, with its normalized tag.
    private struct Localization {
        let name: String
        let tag: AppleTag

        /// The name with `-` as the separator.
        var spelled: String { String(name.map { $0 == "_" ? "-" : $0 }) }

        init?(_ name: String) {
            guard let tag = AppleTag(LanguageSpelling.tag(of: "\(name).lproj")) else { return nil }
            self.name = name
            self.tag = tag
        }
    }

    private struct Found {
        let choice: Negotiation.Choice
        let localization: Localization
        let rank: Int
        /// Whether this is Brazilian Portuguese for a user of European Portuguese.
        var isFarPortuguese = false
    }

    /// Returns the localization for the requested language, or for its nearest parent that has one.
    private func match(
        _ wanted: AppleTag, _ request: String, _ rank: Int, among localizations: [Localization]
    ) -> Found? {
        // An identical spelling wins over an equivalent one.
        let spelled = String(request.map { $0 == "_" ? "-" : $0 })
        if let same = localizations.first(where: { $0.spelled == spelled }) {
            return Found(
                choice: .init(same.name, for: request, .exact), localization: same, rank: rank)
        }
        for (distance, tag) in ([wanted] + wanted.parents).enumerated() {
            let equal = localizations.filter { $0.tag == tag }
            // `zh_Hant_HK` wins over `zh_HK`, which only implies the script.
            guard let found = equal.first(where: { $0.spelled == tag.name }) ?? equal.first else {
                continue
            }
            return Found(
                choice: .init(found.name, for: request, distance == 0 ? .exact : .parent),
                localization: found, rank: rank)
        }
        return nil
    }

    /// Returns the nearest localization that is a variety of the requested language, or of one of
    /// its parents.
    private func nearest(
        _ wanted: AppleTag, _ request: String, _ rank: Int, among localizations: [Localization]
    ) -> Found? {
        for (distance, tag) in ([wanted] + wanted.parents).enumerated() {
            var best: (localization: Localization, distance: Int)?
            for localization in localizations {
                guard let far = localization.tag.distance(to: tag), far < best?.distance ?? .max
                else { continue }
                best = (localization, far)
            }
            guard let found = best?.localization else { continue }
            return Found(
                choice: .init(found.name, for: request, distance == 0 ? .child : .sibling),
                localization: found, rank: rank,
                isFarPortuguese: wanted.name == "pt-PT" && found.tag.name == "pt-BR")
        }
        return nil
    }

    /// Chooses between a match and a backup.
    ///
    /// The backup wins only over a match in another language or script. For European Portuguese, a
    /// Brazilian backup never wins over a match.
    private static func better(_ main: Found?, _ backup: Found?) -> Found? {
        guard let main, let backup else { return main ?? backup }
        let isOther =
            main.localization.tag.language != backup.localization.tag.language
            || main.localization.tag.script != backup.localization.tag.script
        return backup.rank < main.rank && isOther && !backup.isFarPortuguese ? backup : main
    }

    private func parents(
        of localization: Localization, in localizations: [Localization]
    ) -> [Negotiation.Choice] {
        localization.tag.parents.compactMap { parent in
            localizations.first { $0.tag == parent && $0.name != localization.name }
                .map { .init($0.name, .parent) }
        }
    }
}
