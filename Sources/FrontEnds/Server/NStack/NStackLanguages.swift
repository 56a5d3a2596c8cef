import Hosting
import JSON
import Languages
import ReadModel
import Texts
import Translation
import Workspace

/// A project's languages as NStack describes them, with the numbers of their resources.
struct NStackLanguages: Sendable {
    /// The languages, with the source language first.
    let languages: [Language]

    struct Language: Sendable {
        let tag: LanguageTag
        let number: Int64
        let name: String
        let isSource: Bool
        /// Whether the language is planned, so that apps do not offer it yet.
        let isPlanned: Bool
        /// The languages in this language's fallback chain.
        let lenders: [LanguageTag]
        /// The numbers of the language's resources, by platform.
        let resources: [NStackPlatform: Int64]

        func json(bestFit: LanguageTag?) -> JSONValue {
            let direction = WritingDirection.direction(of: tag.rawValue)
            return .members(
                ("id", .integer(number)), ("name", .string(name)),
                ("locale", .string(tag.rawValue)),
                // These are NStack's values; `RLM` is a guess.
                ("direction", direction == .rightToLeft ? "RLM" : "LRM"),
                ("is_default", .bool(isSource)), ("is_best_fit", .bool(tag == bestFit)))
        }
    }

    init(_ snapshot: Snapshot) throws {
        let project = snapshot.project
        let tags = try snapshot.locales()
        let numbers = NStackNumbers.numbers(.language, tags.map(\.rawValue), in: project)
        let resources = NStackNumbers.numbers(
            .resource,
            NStackPlatform.allCases.flatMap { platform in
                tags.map { Self.resource(platform, $0) }
            }, in: project)
        languages = try tags.map { tag in
            let attributes = try snapshot.model.locale(tag)?.attributes
            let ownResources = NStackPlatform.allCases.map { platform in
                (platform, resources[Self.resource(platform, tag)] ?? 0)
            }
            return Language(
                tag: tag, number: numbers[tag.rawValue] ?? 0,
                name: attributes?.name ?? LanguageName.english(tag.rawValue),
                isSource: tag == project.source,
                isPlanned: tag != project.source && attributes?.isPlanned != false,
                lenders: try snapshot.model.lenders(to: tag),
                resources: Dictionary(ownResources) { first, _ in first })
        }
    }

    private static func resource(_ platform: NStackPlatform, _ tag: LanguageTag) -> String {
        "\(platform.rawValue)/\(tag)"
    }

    var offered: [Language] { languages.filter { !$0.isPlanned } }

    /// Returns the offered language that the picker chooses for the languages that a client
    /// requests.
    func bestFit(_ wanted: String?, mode: NStackNegotiation.Mode) -> Language? {
        let standard = languages.first { $0.isSource }
        let negotiation = NStackNegotiation(
            available: offered.map(\.tag.rawValue), standard: standard?.tag.rawValue ?? "",
            mode: mode
        ).choose(acceptLanguage: wanted ?? "")
        let tag = negotiation.languages.first?.tag
        return languages.first { $0.tag.rawValue == tag } ?? standard
    }

    /// Returns the language and the platform of a resource, or nil if the number is unknown.
    func resource(_ number: Int64) -> (language: Language, platform: NStackPlatform)? {
        for language in languages {
            if let found = language.resources.first(where: { $0.value == number }) {
                return (language, found.key)
            }
        }
        return nil
    }
}
