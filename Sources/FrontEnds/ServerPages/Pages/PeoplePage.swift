import Hosting
import Hummingbird
import JSON
import Languages
import Machine
import ReadModel
import Server
import Texts
import Translation
import Workspace

extension PageCall {
    /// Returns the page of the people in the project.
    ///
    /// Viewers who are not signed in see only the people in the project's settings, and no
    /// addresses.
    func peoplePage() async throws -> Response {
        let isSignedIn = context.showsAddresses
        let tokens = isSignedIn ? site.foundation.tokens.tokens.tokens : []
        let (content, frame) = try await project.read { snapshot in
            let frame = try projectFrame(
                "people", title: title(wording("people.title")),
                crumbs: [.init(label: wording("people.title"))], tab: .people, in: snapshot)
            let list = try MemberList(
                snapshot,
                tokens: tokens.filter { token in
                    token.kind == .person && token.grantsAccess(to: name, at: now)
                }, project: name)
            let view = PeopleView(
                call: self, list: list, isSignedIn: isSignedIn,
                viewer: email.map(MailAddress.init))
            return (view.content, frame)
        }
        return try site.page(content, frame)
    }
}

extension Token {
    /// Returns true if the token, or the open link of an invitation, can be used in a project.
    fileprivate func grantsAccess(to project: String, at now: Int64) -> Bool {
        guard allows(.read, in: project), state(at: now) == .active else { return false }
        return invitation.map { $0.used != nil || now < $0.until } ?? true
    }
}

/// The people with rights in a project, from its settings and from the tokens of the server.
private struct MemberList {
    struct Member {
        let email: String
        /// The person's name, if a token or the setting `names` contains it.
        let name: String?
        let tokens: [Token]
    }

    let roles: Roles
    let locales: [LanguageTag]
    let members: [Member]
    let project: String

    init(_ snapshot: Snapshot, tokens: [Token], project: String) throws {
        roles = try snapshot.roles()
        locales = try snapshot.locales()
        self.project = project
        var order: [MailAddress] = []
        var emails: [MailAddress: String] = [:]
        var names: [MailAddress: String] = [:]
        func note(_ email: String, name: String? = nil) {
            let address = MailAddress(email)
            if emails[address] == nil {
                emails[address] = email
                order.append(address)
            }
            if names[address] == nil { names[address] = name }
        }
        let bound = try snapshot.model.setting(Setting.names.name).value?.objectValue
        for setting in [Setting.maintainers, .reviewers, .translators] {
            let value = try snapshot.model.setting(setting.name).value
            for email in Self.addresses(in: value) { note(email) }
        }
        for token in tokens {
            if let email = token.email { note(email, name: token.name) }
        }
        for (email, list) in bound?.members ?? [] {
            let address = MailAddress(email)
            guard let name = list.arrayValue?.first?.stringValue else { continue }
            if emails[address] != nil { names[address] = name }
        }
        let byAddress = Dictionary(grouping: tokens) { MailAddress($0.email ?? "") }
        members = order.map { address in
            Member(
                email: emails[address] ?? "", name: names[address],
                tokens: byAddress[address] ?? [])
        }
    }

    private static func addresses(in value: JSONValue?) -> [String] {
        if let list = value?.arrayValue { return list.compactMap(\.stringValue) }
        return value?.objectValue?.members.flatMap { addresses(in: $0.value) } ?? []
    }

    /// Returns true if a person may use a right in a language.
    ///
    /// People without a token have their rights only through Git, where everyone has the rights
    /// that are open to everyone.
    private func may(
        _ scope: Scope, _ member: Member, in locale: LanguageTag?, isOpen: Bool
    ) -> Bool {
        guard !member.tokens.isEmpty else { return !isOpen }
        return member.tokens.contains { $0.allows(scope, in: project, locale: locale) }
    }

    func maintains(_ member: Member) -> Bool {
        roles.isMaintainer(member.email)
            && may(.admin, member, in: nil, isOpen: !roles.hasMaintainers)
    }

    func reviews(_ member: Member, _ locale: LanguageTag) -> Bool {
        roles.isReviewer(member.email, of: locale)
            && may(.review, member, in: locale, isOpen: !roles.hasReviewers(of: locale))
    }

    func translates(_ member: Member, _ locale: LanguageTag) -> Bool {
        let isOpen = !roles.hasTranslators(of: locale) && !roles.hasReviewers(of: locale)
        return roles.setsTextsOnPages(member.email, of: locale)
            && may(.translate, member, in: locale, isOpen: isOpen)
    }

    func proposes(_ member: Member, _ locale: LanguageTag) -> Bool {
        may(.propose, member, in: locale, isOpen: true)
    }
}

/// The values of the page of people.
private struct PeopleView {
    let call: PageCall
    let list: MemberList
    let isSignedIn: Bool
    let viewer: MailAddress?

    private typealias Member = MemberList.Member
    private var wording: Wording { call.wording }

    /// The maximum number of names for a language.
    private static let shownNames = 6

    var content: PeopleContent {
        let languageName = Dictionary(
            uniqueKeysWithValues: zip(
                list.locales, wording.languages(list.locales)))
        let people = list.members.sorted { a, b in
            let (first, second) = (list.maintains(a), list.maintains(b))
            if first != second { return first }
            return (name(a).lowercased(), a.email) < (name(b).lowercased(), b.email)
        }
        return PeopleContent(
            counts: wording("counts.people", count: people.count),
            people: people.map { shown($0, languageName) },
            languages: list.locales.sorted { (languageName[$0] ?? "") < (languageName[$1] ?? "") }
                .map {
                    language($0, languageName[$0] ?? $0.rawValue, people)
                }, isSignedIn: isSignedIn, login: call.site.path("/login"))
    }

    private func name(_ member: Member) -> String {
        member.name ?? (isSignedIn ? member.email : wording("people.unnamed"))
    }

    private func shown(_ member: Member, _ languageName: [LanguageTag: String])
        -> PeopleContent.Person
    {
        let name = name(member)
        return PeopleContent.Person(
            name: name, initials: Marks.initials(of: name),
            mail: isSignedIn && member.name != nil ? member.email : nil,
            isViewer: viewer == MailAddress(member.email), rights: rights(member, languageName),
            access: isSignedIn ? access(member) : [])
    }

    /// Returns a person's rights, each with its languages.
    ///
    /// A narrower right is left out in languages in which the person has a wider one.
    private func rights(
        _ member: Member, _ languageName: [LanguageTag: String]
    ) -> [PeopleContent.Right] {
        var rights: [PeopleContent.Right] = []
        if list.maintains(member) {
            rights.append(.init(word: wording("people.maintains"), languages: nil))
        }
        var rest = list.locales
        for (word, isGranted) in [
            ("people.reviews", list.reviews), ("people.translates", list.translates),
            ("people.proposes", list.proposes),
        ] as [(TextKey, (Member, LanguageTag) -> Bool)] {
            let found = rest.filter { isGranted(member, $0) }
            guard !found.isEmpty else { continue }
            rest.removeAll(where: found.contains)
            let names = found.compactMap { languageName[$0] }.sorted()
            rights.append(
                .init(
                    word: wording(word),
                    languages: found.count == list.locales.count
                        ? wording("people.allLanguages") : wording.commas(names)))
        }
        if rights.isEmpty { rights.append(.init(word: wording("people.reads"), languages: nil)) }
        return rights
    }

    /// Returns a description of each of a person's ways to sign in, without the tokens.
    private func access(_ member: Member) -> [String] {
        guard !member.tokens.isEmpty else { return [wording("people.noAccess")] }
        return member.tokens.map { token in
            guard let invitation = token.invitation else {
                return access("people.token", "people.tokenUntil", token.expires)
            }
            return invitation.used == nil
                ? access("people.invited", "people.invitedUntil", invitation.until)
                : access("people.signedIn", "people.signedInUntil", token.expires)
        }
    }

    private func access(_ key: TextKey, _ limited: TextKey, _ time: Int64?) -> String {
        guard let time else { return wording(key) }
        let end = wording.time(Timestamp.text(milliseconds: time), now: call.now)
        return wording(limited, ["time": end])
    }

    private func language(
        _ locale: LanguageTag, _ languageName: String, _ people: [Member]
    ) -> PeopleContent.Language {
        func names(_ isOpen: Bool, _ isGranted: (Member, LanguageTag) -> Bool) -> String {
            guard !isOpen else { return wording("people.everyone") }
            let found = people.filter { isGranted($0, locale) }.map(name)
            guard !found.isEmpty else { return wording("people.nobody") }
            let rest = found.count - Self.shownNames
            return wording.commas(Array(found.prefix(Self.shownNames)))
                + (rest > 0 ? " " + wording("counts.more", count: rest) : "")
        }
        let isReviewed = list.roles.hasReviewers(of: locale)
        return PeopleContent.Language(
            tag: locale.rawValue, languageName: languageName, href: call.path(locale),
            frozen: list.roles.isFrozen(locale),
            reviewers: names(!isReviewed, list.reviews),
            translators: names(!isReviewed, list.translates))
    }
}
