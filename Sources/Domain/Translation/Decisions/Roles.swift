public import JSON
public import Texts

/// The permissions that a project's settings grant.
///
/// People are identified by their mail addresses, ignoring ASCII case.
public struct Roles: Sendable {
    /// The settings that define roles.
    public static let settings: [Setting] = [
        .frozen, .maintainers, .reviewers, .selfReview, .servers,
    ]

    private let maintainers: Set<MailAddress>?
    private let reviewers: [String: Set<MailAddress>]
    private let servers: Set<MailAddress>
    private let frozen: Set<String>
    /// True if people may accept their own proposals.
    public let allowsSelfReview: Bool

    /// Reads roles from the values of settings, by name.
    ///
    /// A missing value means the setting's default.
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

    /// Returns true if only listed reviewers may accept and reject proposals in a language.
    public func hasReviewers(of locale: LanguageTag) -> Bool {
        reviewers[locale.rawValue] != nil || reviewers["*"] != nil
    }

    /// Returns true if a person may accept and reject proposals in a language.
    ///
    /// If the language has no reviewers, everyone may.
    public func isReviewer(_ email: String?, of locale: LanguageTag) -> Bool {
        guard let people = reviewers[locale.rawValue] ?? reviewers["*"] else { return true }
        return email.map { people.contains(MailAddress($0)) } ?? false
    }

    /// True if only some people may change the settings.
    public var hasMaintainers: Bool { maintainers != nil || !reviewers.isEmpty }

    /// Returns true if a person may change the settings.
    ///
    /// The first of these groups that the project's settings define may change the settings:
    ///
    /// - the maintainers;
    /// - the reviewers of all languages (`*`);
    /// - the reviewers of any language, because otherwise anyone could become a reviewer by
    ///   changing the setting `reviewers`;
    /// - everyone.
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

    /// Returns true if the address belongs to a server, which may commit other people's events.
    public func isServer(_ email: MailAddress) -> Bool { servers.contains(email) }

    /// Returns true if the person with this address may change the settings.
    public func isMaintainer(_ address: MailAddress) -> Bool { isMaintainer(optional: address) }

    /// Returns true if a language is frozen, so that its texts cannot be changed.
    public func isFrozen(_ locale: LanguageTag) -> Bool { frozen.contains(locale.rawValue) }
}
