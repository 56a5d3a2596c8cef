import Hosting
import HTTPTypes
import Hummingbird
import Server
import Texts
import Translation

extension Site {
    /// Returns the sign-in page; `error` is the reason why the last token was refused.
    func login(_ context: RequestContext, error: String? = nil, back: String? = nil) throws
        -> Response
    {
        let frame = Frame(context, page: "login", title: "Sign in · Dragoman")
        let content = LoginContent(
            action: path("/login"), back: back ?? localBack(context.query["back"]), error: error)
        return try page(content, frame, status: error == nil ? .ok : .unprocessableContent)
    }

    /// Signs in with a token, and sets the session cookie.
    func signIn(_ context: RequestContext) async throws -> Response {
        let form = try await context.form()
        let back = localBack(form["back"])
        switch try foundation.sessions.signIn(form["token"] ?? "", in: context) {
        case .signedIn(_, let cookie):
            return redirect(back, [HTTPField(name: .setCookie, value: cookie)])
        case .refused(let reason): return try login(context, error: reason, back: back)
        }
    }

    /// Ends the session of this browser, or the sessions of all browsers.
    func signOut(_ context: RequestContext, everywhere: Bool) async throws -> Response {
        try context.checkForm(try await context.form())
        if everywhere {
            try await foundation.sessions.signOutEverywhere(context)
        } else {
            foundation.sessions.signOut(context)
        }
        return redirect(
            path("/login"),
            [HTTPField(name: .setCookie, value: foundation.sessions.endedCookie)])
    }

    /// Returns a path of this server to open after the sign-in; rejects other addresses.
    private func localBack(_ text: String?) -> String {
        guard let text, text.hasPrefix(path("/")), !text.hasPrefix("//"),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
        else { return path("/") }
        return text
    }

    /// Returns the page about the signed-in person and the preferences of the device.
    func account(_ context: RequestContext) throws -> Response {
        guard case .person(let name, let email) = context.principal.kind else {
            throw SignInNeeded()
        }
        let preferences = Preferences(context)
        var limits: [String] = []
        if let projects = context.principal.projects {
            limits.append("the projects " + projects.sorted().joined(separator: ", "))
        }
        if let locales = context.principal.locales {
            let tags = locales.map(\.rawValue).sorted()
            limits.append("the languages " + tags.joined(separator: ", "))
        }
        var frame = Frame(context, page: "account", title: "Account · Dragoman")
        frame.crumbs = [
            .init(label: "All projects", href: path("/")), .init(label: "Account"),
        ]
        let content = AccountContent(
            name: name, mail: email, scope: context.principal.scope.map(Self.words) ?? "read",
            limits: limits.isEmpty ? nil : limits.joined(separator: "; "),
            action: path("/account"), formToken: formToken(context),
            themes: Preferences.Theme.allCases.map { theme in
                Choice(
                    value: theme.rawValue, label: theme.word, selected: theme == preferences.theme)
            },
            singleKeys: preferences.singleKeys, showsAll: preferences.showsAll,
            reads: preferences.reads.joined(separator: " "), logout: path("/logout"),
            everywhere: path("/account/sign-out-everywhere"))
        return try page(content, frame)
    }

    /// Returns a description of a scope's rights.
    private static func words(_ scope: Scope) -> String {
        switch scope {
        case .read: "read"
        case .propose: "propose"
        case .translate: "propose and set texts"
        case .review: "propose, set texts and review"
        case .admin: "do everything"
        }
    }

    func savePreferences(_ context: RequestContext) async throws -> Response {
        let form = try await context.form()
        try context.checkForm(form)
        var preferences = Preferences()
        preferences.theme = form["theme"].flatMap { Preferences.Theme(rawValue: $0) } ?? .system
        preferences.singleKeys = form["keys"] != nil
        preferences.showsAll = form["all"] != nil
        preferences.reads = (form["reads"] ?? "").split { $0 == " " || $0 == "," }.prefix(10)
            .compactMap { LanguageTag(String($0))?.rawValue }
        return redirect(
            path("/account"), [preferences.field(isSecure: foundation.isSecure)])
    }
}
