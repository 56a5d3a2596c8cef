/// Chooses a localization for an app as Apple's systems do: for the first of the user's languages
/// that has a reasonable one.
///
/// The rules are those of ICU as Apple builds it (`ualoc_localizationsToUse`), which
/// `Bundle.preferredLocalizations(from:forPreferences:)` asks, and of Technical Q&A 1828. Foundation
/// on Linux has no such ICU and takes the first localization always.
///
/// One language is chosen for the whole app; what follows it stands in for files that it lacks, not for
/// single texts.
public struct AppleNegotiation: Sendable {
    /// The localizations of the app, as it spells them.
    public var available: [String]
    /// The app's development language.
    public var development: String

    /// Creates a negotiation for an app.
    public init(available: [String], development: String) {
        self.available = available
        self.development = development
    }

    /// Returns the localizations that are used for the user's languages, the most wanted first.
    ///
    /// For each language: itself, by any spelling; its parents, where English has Apple's own (`en-IN`
    /// takes `en-GB` before `en`). A language for which there is only a more special localization, or one
    /// for another region, is noted: it counts if no later language of the user's finds more than another
    /// variety of the same language. Where nothing is found, the development language is taken, else the
    /// first localization.
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

    /// A localization of the app, and the form by which it is compared.
    private struct Localization {
        let name: String
        let tag: AppleTag

        /// The name with `-` between its parts.
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
        /// Whether it is Brazilian Portuguese for a user of Portugal's.
        var isFarPortuguese = false
    }

    /// The localization that is the wanted one, or the nearest of its parents.
    private func match(
        _ wanted: AppleTag, _ request: String, _ rank: Int, among localizations: [Localization]
    ) -> Found? {
        // An equal spelling wins over an equivalent one.
        let spelled = String(request.map { $0 == "_" ? "-" : $0 })
        if let same = localizations.first(where: { $0.spelled == spelled }) {
            return Found(
                choice: .init(same.name, for: request, .exact), localization: same, rank: rank)
        }
        for (distance, tag) in ([wanted] + wanted.parents).enumerated() {
            let equal = localizations.filter { $0.tag == tag }
            // `zh_Hant_HK` comes before `zh_HK`, which only means it.
            guard let found = equal.first(where: { $0.spelled == tag.name }) ?? equal.first else {
                continue
            }
            return Found(
                choice: .init(found.name, for: request, distance == 0 ? .exact : .parent),
                localization: found, rank: rank)
        }
        return nil
    }

    /// The localization whose parent is the wanted language or one of its parents.
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

    /// A backup counts against a match for a later language only if it is another language or script.
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
