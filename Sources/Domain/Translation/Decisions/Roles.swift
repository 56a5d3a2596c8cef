public import JSON
public import Texts

/// The permissions that a project's settings grant.
///
/// People are identified by their mail addresses, ignoring ASCII case.
public struct Roles: Sendable {
    /// The settings that define roles.
    public static let settings: [Setting] = [
        .frozen, .maintainers, .reviewers, .selfReview, .servers, .translators,
    ]

    private let listedMaintainers: Set<MailAddress>?
    private let reviewers: [String: Set<MailAddress>]
    private let translators: [String: Set<MailAddress>]
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
        listedMaintainers = people(values[Setting.maintainers.name])
        servers = people(values[Setting.servers.name]) ?? []
        frozen = Set(
            values[Setting.frozen.name]?.arrayValue?.compactMap(\.stringValue) ?? [])
        allowsSelfReview = values[Setting.selfReview.name]?.boolValue ?? true
        func peopleByLanguage(_ setting: Setting) -> [String: Set<MailAddress>] {
            var found: [String: Set<MailAddress>] = [:]
            for (tag, value) in values[setting.name]?.objectValue?.members ?? [] {
                if let people = people(value) { found[tag] = people }
            }
            return found
        }
        reviewers = peopleByLanguage(.reviewers)
        translators = peopleByLanguage(.translators)
    }

    /// Returns true if only some people may accept and reject proposals in a language.
    public func hasReviewers(of locale: LanguageTag) -> Bool {
        listedReviewers(of: locale) != nil || hasTranslators(of: locale)
    }

    /// Returns the reviewers that the settings list for a language, or nil if they list none.
    public func listedReviewers(of locale: LanguageTag) -> Set<MailAddress>? {
        reviewers[locale.rawValue] ?? reviewers["*"]
    }

    /// Returns true if a person may accept and reject proposals in a language.
    ///
    /// If the language has neither reviewers nor translators, everyone may. If it has only
    /// translators, the maintainers may: otherwise anyone could set a text by accepting their own
    /// proposal.
    public func isReviewer(_ email: String?, of locale: LanguageTag) -> Bool {
        guard let people = reviewers(of: locale) else { return true }
        return email.map { people.contains(MailAddress($0)) } ?? false
    }

    /// Returns the people who may accept and reject proposals in a language, or nil if everyone
    /// may; see ``isReviewer(_:of:)``.
    public func reviewers(of locale: LanguageTag) -> Set<MailAddress>? {
        listedReviewers(of: locale) ?? (hasTranslators(of: locale) ? maintainers : nil)
    }

    /// Returns true if only some people may set texts in a language.
    public func hasTranslators(of locale: LanguageTag) -> Bool {
        listedTranslators(of: locale) != nil
    }

    /// Returns the translators that the settings list for a language, or nil if they list none.
    public func listedTranslators(of locale: LanguageTag) -> Set<MailAddress>? {
        translators[locale.rawValue] ?? translators["*"]
    }

    /// Returns true if a person may set texts in a language.
    ///
    /// If the language has translators, only they, its reviewers and the maintainers may. Otherwise
    /// everyone may.
    public func isTranslator(_ email: String?, of locale: LanguageTag) -> Bool {
        guard let people = listedTranslators(of: locale) else { return true }
        return email.map { people.contains(MailAddress($0)) } ?? false
            || isReviewer(email, of: locale) || isMaintainer(email)
    }

    /// True if only some people may change the settings.
    public var hasMaintainers: Bool {
        listedMaintainers != nil || !reviewers.isEmpty || !translators.isEmpty
    }

    /// Returns true if a person may change the settings.
    ///
    /// The first of these groups that the project's settings define may change the settings:
    ///
    /// - the maintainers;
    /// - the reviewers of all languages (`*`);
    /// - the reviewers of any language, because otherwise anyone could become a reviewer by
    ///   changing the setting `reviewers`;
    /// - the translators of all languages, and otherwise of any language, for the same reason;
    /// - everyone.
    public func isMaintainer(_ email: String?) -> Bool {
        isMaintainer(optional: email.map(MailAddress.init))
    }

    private func isMaintainer(optional address: MailAddress?) -> Bool {
        guard let people = maintainers else { return true }
        return address.map(people.contains) ?? false
    }

    /// The people who may change the settings, or nil if everyone may; see
    /// ``isMaintainer(_:)-(String?)``.
    public var maintainers: Set<MailAddress>? {
        guard hasMaintainers else { return nil }
        if let listedMaintainers { return listedMaintainers }
        let people = reviewers.isEmpty ? translators : reviewers
        return people["*"] ?? people.values.reduce(into: []) { $0.formUnion($1) }
    }

    /// Returns true if the address belongs to a server, which may commit other people's events.
    public func isServer(_ email: MailAddress) -> Bool { servers.contains(email) }

    /// Returns true if the person with this address may change the settings.
    public func isMaintainer(_ address: MailAddress) -> Bool { isMaintainer(optional: address) }

    /// Returns true if a language is frozen, so that its texts cannot be changed.
    public func isFrozen(_ locale: LanguageTag) -> Bool { frozen.contains(locale.rawValue) }
}
