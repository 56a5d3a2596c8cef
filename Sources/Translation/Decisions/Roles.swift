public import JSON
public import Texts

/// Who may do what, as the settings of a project say.
///
/// People are known by their mail addresses, compared without regard to ASCII or other case.
public struct Roles: Sendable {
    /// The settings that roles come from.
    public static let settings: [Setting] = [
        .frozen, .maintainers, .reviewers, .selfReview, .servers,
    ]

    private let maintainers: Set<String>?
    private let reviewers: [String: Set<String>]
    private let servers: Set<String>
    private let frozen: Set<String>
    /// Whether people may accept their own proposals.
    public let allowsSelfReview: Bool

    /// Reads roles from the values of settings by name; a setting without a value has its default.
    public init(_ values: [String: JSONValue]) {
        func people(_ value: JSONValue?) -> Set<String>? {
            value?.arrayValue.map { Set($0.compactMap { $0.stringValue?.lowercased() }) }
        }
        maintainers = people(values[Setting.maintainers.name])
        servers = people(values[Setting.servers.name]) ?? []
        frozen = Set(
            values[Setting.frozen.name]?.arrayValue?.compactMap(\.stringValue) ?? [])
        allowsSelfReview = values[Setting.selfReview.name]?.boolValue ?? true
        var reviewers: [String: Set<String>] = [:]
        for (tag, value) in values[Setting.reviewers.name]?.objectValue?.members ?? [] {
            if let people = people(value) { reviewers[tag] = people }
        }
        self.reviewers = reviewers
    }

    /// Whether not everybody may accept and reject in a language.
    public func hasReviewers(of locale: LanguageTag) -> Bool {
        reviewers[locale.rawValue] != nil || reviewers["*"] != nil
    }

    /// Whether somebody may accept and reject in a language; where no reviewers are named, everybody may.
    public func isReviewer(_ email: String?, of locale: LanguageTag) -> Bool {
        guard let people = reviewers[locale.rawValue] ?? reviewers["*"] else { return true }
        return email.map { people.contains($0.lowercased()) } ?? false
    }

    /// Whether not everybody may change the settings.
    public var hasMaintainers: Bool { maintainers != nil || !reviewers.isEmpty }

    /// Whether somebody may change the settings.
    ///
    /// The maintainers may; where none are named, the reviewers of all languages, else those of any, or the setting
    /// `reviewers` would keep nobody from making himself one. Where there are none of these either, everybody may.
    public func isMaintainer(_ email: String?) -> Bool {
        guard hasMaintainers else { return true }
        guard let email = email?.lowercased() else { return false }
        if let maintainers { return maintainers.contains(email) }
        if let all = reviewers["*"] { return all.contains(email) }
        return reviewers.values.contains { $0.contains(email) }
    }

    /// Whether somebody may bring events of others.
    public func isServer(_ email: String) -> Bool { servers.contains(email.lowercased()) }

    /// Whether the texts of a language take no changes.
    public func isFrozen(_ locale: LanguageTag) -> Bool { frozen.contains(locale.rawValue) }
}
