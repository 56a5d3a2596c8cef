import Hosting
import HTTPTypes
import Hummingbird
import Languages
import Server
import Texts
import Translation

extension PageRequest {
    /// Returns the sign-in page; `error` is the reason why the last token was refused.
    func login(error: Sessions.Reason? = nil, back: String? = nil) throws -> Response {
        let frame = Frame(self, page: "login", title: wording("common.signIn") + " · Dragoman")
        let content = LoginContent(
            action: path("/login"), back: back ?? localBack(context.query["back"]),
            error: error.map(words))
        return try site.page(content, frame, status: error == nil ? .ok : .unprocessableContent)
    }

    /// Returns a sentence about a token that was refused.
    func words(_ reason: Sessions.Reason) -> String {
        switch reason {
        case .invitation: wording("login.isInvitation")
        case .app: wording("login.isApp")
        case .replaced: wording("login.replaced")
        case .revoked: wording("login.revoked")
        case .expired: wording("login.expired")
        case .unknown: wording("login.unknown")
        }
    }

    /// Signs in with a token, and sets the session cookie.
    func signIn() async throws -> Response {
        let form = try await context.form()
        let back = localBack(form["back"])
        switch try site.foundation.sessions.signIn(form[Site.tokenField] ?? "", in: context) {
        case .signedIn(_, let cookie):
            return site.redirect(back, [HTTPField(name: .setCookie, value: cookie)])
        case .refused(let reason): return try login(error: reason, back: back)
        }
    }

    /// Ends the session in this browser, or the sessions in all browsers.
    func signOut(everywhere: Bool) async throws -> Response {
        try context.checkForm(try await context.form())
        if everywhere, context.principal.tokenID != nil {
            try await site.foundation.sessions.signOutEverywhere(context)
        } else {
            site.foundation.sessions.signOut(context)
        }
        return site.redirect(
            path("/login"),
            [HTTPField(name: .setCookie, value: site.foundation.sessions.endedCookie)])
    }

    /// Returns the path on this server to open after sign-in, or the home page for any other
    /// address.
    private func localBack(_ text: String?) -> String {
        guard let text, text.hasPrefix(path("/")), !text.hasPrefix("//"),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
        else { return path("/") }
        return text
    }

    /// Returns the page about the signed-in person and the device's preferences.
    func account() throws -> Response {
        guard case .person(let name, let email) = context.principal.kind else {
            throw Site.SignInNeeded()
        }
        let preferences = Preferences(context)
        let token = context.principal.tokenID.flatMap {
            site.foundation.tokens.tokens.token(id: $0)
        }
        let title = wording("account.title")
        var frame = Frame(self, page: "account", title: title + " · Dragoman")
        frame.crumbs = [
            .init(label: wording("frame.allProjects"), href: path("/")), .init(label: title),
        ]
        let content = AccountContent(
            name: name, mail: email, scope: words(context.principal.scope ?? .read),
            limits: limits(
                projects: context.principal.projects.map { $0.sorted() } ?? [],
                locales: context.principal.locales.map { $0.sorted() } ?? []),
            invited: token?.invitation != nil, proxied: context.isSignedInByProxy,
            action: path("/account"), formToken: formToken,
            languages: languages(chosen: preferences.language),
            themes: Preferences.Theme.allCases.map { theme in
                Choice(
                    value: theme.rawValue, label: wording(theme.word),
                    selected: theme == preferences.theme)
            },
            singleKeys: preferences.singleKeys, showsAll: preferences.showsAll,
            reads: preferences.reads.joined(separator: " "), logout: path("/logout"),
            everywhere: path("/account/sign-out-everywhere"))
        return try site.page(content, frame)
    }

    /// Returns the languages of the pages, each with its own name.
    private func languages(chosen: String?) -> [AccountContent.Language] {
        site.templates.wordings.all.map { file, own in
            let name = LanguageName.written(own.tag.rawValue)
            return AccountContent.Language(
                tag: own.tag.rawValue, dir: own.direction,
                label: file.isMachineMade
                    ? own("account.machineMade", ["language": name]) : name,
                selected: chosen == own.tag.rawValue)
        }
    }

    /// Returns a description of the projects and languages that a person is limited to, or nil if
    /// both lists are empty, which means all.
    func limits(projects: [String], locales: [LanguageTag]) -> String? {
        var limits: [String] = []
        if !projects.isEmpty {
            limits.append(
                wording(
                    "account.projects", count: projects.count,
                    ["projects": wording.commas(projects)]))
        }
        if !locales.isEmpty {
            limits.append(wording.commas(wording.languages(locales)))
        }
        return limits.isEmpty ? nil : limits.joined(separator: "; ")
    }

    /// Returns a description of a scope's rights.
    func words(_ scope: Scope) -> String {
        switch scope {
        case .read: wording("scopes.read")
        case .propose: wording("scopes.propose")
        case .translate: wording("scopes.translate")
        case .review: wording("scopes.review")
        case .admin: wording("scopes.admin")
        }
    }

    func savePreferences() async throws -> Response {
        let form = try await context.form()
        try context.checkForm(form)
        var preferences = Preferences()
        preferences.theme = form["theme"].flatMap { Preferences.Theme(rawValue: $0) } ?? .system
        preferences.singleKeys = form["keys"] != nil
        preferences.showsAll = form["all"] != nil
        preferences.reads = (form["reads"] ?? "").typedList(orAt: \.isWhitespace).prefix(10)
            .compactMap { LanguageTag($0)?.rawValue }
        preferences.language =
            form["language"].flatMap { site.templates.wordings.named($0) }?
            .tag.rawValue
        return site.redirect(
            path("/account"), [preferences.field(isSecure: site.foundation.isSecure)])
    }
}
