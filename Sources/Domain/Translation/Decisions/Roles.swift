public import JSON
public import Texts

/// Who may do what, as the settings of a project say.
///
/// People are known by their mail addresses, compared without regard to ASCII case.
public struct Roles: Sendable {
    /// The settings that roles come from.
    public static let settings: [Setting] = [
        .frozen, .maintainers, .reviewers, .selfReview, .servers,
    ]

    private let maintainers: Set<MailAddress>?
    private let reviewers: [String: Set<MailAddress>]
    private let servers: Set<MailAddress>
    private let frozen: Set<String>
    /// Whether people may accept their own proposals.
    public let allowsSelfReview: Bool

    /// Reads roles from the values of settings by name; a setting without a value has its default.
    public init(_ values: [String: JSONValue]) {
        func people(_ value: JSONValue?) -> Set<MailAddress>? {
            value?.arrayValue.map { Set($0.compactMap(\.stringValue).map(MailAddress.init)) }
        }
        maintainers = people(values[Setting.maintainers.name])
        servers = people(values[Setting.servers.name]) ?? []
        frozen = Set(
            values[Setting.frozen.name]?.arrayValue?.compactMap(\.stringValue) ?? [])
        allowsSelfReview = values[Setting.selfReview.name]?.boolValue ?? true
        var reviewers: [String: Set<MailAddress>] = [:]
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
        return email.map { people.contains(MailAddress($0)) } ?? false
    }

    /// Whether not everybody may change the settings.
    public var hasMaintainers: Bool { maintainers != nil || !reviewers.isEmpty }

    /// Whether somebody may change the settings.
    ///
    /// The maintainers may; where none are named, the reviewers of all languages, else those of any, or the setting
    /// `reviewers` would keep nobody from making himself one. Where there are none of these either, everybody may.
    public func isMaintainer(_ email: String?) -> Bool {
        isMaintainer(optional: email.map(MailAddress.init))
    }

    private func isMaintainer(optional address: MailAddress?) -> Bool {
        guard hasMaintainers else { return true }
        guard let address else { return false }
        if let maintainers { return maintainers.contains(address) }
        if let all = reviewers["*"] { return all.contains(address) }
        return reviewers.values.contains { $0.contains(address) }
    }

    /// Whether somebody may bring events of others.
    public func isServer(_ email: MailAddress) -> Bool { servers.contains(email) }

    /// Whether an address may change the settings.
    public func isMaintainer(_ address: MailAddress) -> Bool { isMaintainer(optional: address) }

    /// Whether the texts of a language take no changes.
    public func isFrozen(_ locale: LanguageTag) -> Bool { frozen.contains(locale.rawValue) }
}
