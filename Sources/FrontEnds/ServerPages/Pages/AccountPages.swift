import Hosting
import HTTPTypes
import Hummingbird
import Languages
import Server
import Texts
import Translation

extension PageRequest {
    /// Returns the sign-in page; `error` is the reason why the last token was refused.
    func login(error: String? = nil, back: String? = nil) throws -> Response {
        let frame = Frame(context, page: "login", title: "Sign in · Dragoman")
        let content = LoginContent(
            action: path("/login"), back: back ?? localBack(context.query["back"]), error: error)
        return try site.page(content, frame, status: error == nil ? .ok : .unprocessableContent)
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
        var frame = Frame(context, page: "account", title: "Account · Dragoman")
        frame.crumbs = [
            .init(label: "All projects", href: path("/")), .init(label: "Account"),
        ]
        let content = AccountContent(
            name: name, mail: email, scope: context.principal.scope.map(Self.words) ?? "read",
            limits: Self.limits(
                projects: context.principal.projects.map { $0.sorted() } ?? [],
                locales: context.principal.locales.map { $0.sorted() } ?? []),
            invited: token?.invitation != nil, proxied: context.isSignedInByProxy,
            action: path("/account"), formToken: formToken,
            themes: Preferences.Theme.allCases.map { theme in
                Choice(
                    value: theme.rawValue, label: theme.word, selected: theme == preferences.theme)
            },
            singleKeys: preferences.singleKeys, showsAll: preferences.showsAll,
            reads: preferences.reads.joined(separator: " "), logout: path("/logout"),
            everywhere: path("/account/sign-out-everywhere"))
        return try site.page(content, frame)
    }

    /// Returns a description of the projects and languages that a person is limited to, or nil if
    /// both lists are empty, which means all.
    static func limits(projects: [String], locales: [LanguageTag]) -> String? {
        var limits: [String] = []
        if !projects.isEmpty {
            let noun = projects.count == 1 ? "the project " : "the projects "
            limits.append(noun + projects.joined(separator: ", "))
        }
        if !locales.isEmpty {
            limits.append(LanguageName.english(locales.map(\.rawValue)).joined(separator: ", "))
        }
        return limits.isEmpty ? nil : limits.joined(separator: "; ")
    }

    /// Returns a description of a scope's rights.
    static func words(_ scope: Scope) -> String {
        switch scope {
        case .read: "read"
        case .propose: "propose"
        case .translate: "propose and set texts"
        case .review: "propose, set texts and review"
        case .admin: "do everything"
        }
    }

    func savePreferences() async throws -> Response {
        let form = try await context.form()
        try context.checkForm(form)
        var preferences = Preferences()
        preferences.theme = form["theme"].flatMap { Preferences.Theme(rawValue: $0) } ?? .system
        preferences.singleKeys = form["keys"] != nil
        preferences.showsAll = form["all"] != nil
        preferences.reads = (form["reads"] ?? "").split { $0 == " " || $0 == "," }.prefix(10)
            .compactMap { LanguageTag(String($0))?.rawValue }
        return site.redirect(
            path("/account"), [preferences.field(isSecure: site.foundation.isSecure)])
    }
}
