import Hosting
import HTTPTypes
import Hummingbird
import Server

extension Site {
    /// Returns the sign-in page for a form whose sender's session has ended, or the page with that
    /// form for its sender who has just signed in again; nil if the form can be carried out.
    ///
    /// The sign-in page has the form's fields in hidden fields, and is sent to the form's address
    /// with a token. Then the response is the page with the form, with everything in its fields.
    /// Nothing is carried out until a button is pressed there, because somebody else may have
    /// signed in.
    ///
    /// Throws `scope` for a signed-in sender who lacks the scope, and `unauthenticated` for a script
    /// whose session has ended. A form token shows that there was a session.
    func signInAgain(
        _ request: PageRequest, _ scope: Scope, _ fields: Query, _ isFile: Bool
    ) async throws -> Response? {
        let context = request.context
        let isAnonymous = context.principal.kind == .anonymous
        let hasEnded = isAnonymous && fields["form-token"]?.isEmpty == false
        let isAsking = fields[Self.tokenField] != nil
        if let own = context.scope, own >= scope, !hasEnded, !isFile, !isAsking { return nil }
        guard isAnonymous, context.wantsPage, context.isFromOwnPage else {
            if hasEnded { throw Problem.unauthenticated() }
            try context.require(scope)
            return nil
        }
        guard let token = fields[Self.tokenField] else {
            return try request.login(carrying: fields, isFile: isFile)
        }
        switch try foundation.sessions.signIn(token, in: context) {
        case .refused(let reason):
            return try request.login(
                error: request.words(reason), carrying: fields, isFile: isFile)
        case .signedIn(let principal, let cookie):
            let signedIn = context.signedIn(
                as: principal, cookie: cookie, in: foundation.projects)
            guard let own = signedIn.scope, own >= scope else {
                return try request.login(
                    error: request.wording("login.lacksRight"), carrying: fields,
                    isFile: isFile)
            }
            var response = try await again(
                PageRequest(site: self, context: signedIn), fields, principal)
            response.headers.append(HTTPField(name: .setCookie, value: cookie))
            return response
        }
    }

    /// Returns the page with a form that waited while its sender signed in.
    private func again(
        _ request: PageRequest, _ fields: Query, _ principal: Principal
    ) async throws -> Response {
        do {
            let call = try await call(request)
            let form = PageForm(fields, of: call)
            var viewer: String?
            if case .person(let name, _) = principal.kind { viewer = name }
            return try await call.again(form, Draft(nil, form, viewer: viewer))
        } catch {
            return try await request.errorPage(error)
        }
    }

    /// The name of the field for the token on the sign-in page.
    static let tokenField = "token"
}

extension PageRequest {
    /// Returns the sign-in page for a form whose sender's session has ended.
    ///
    /// `error` is the reason why the last token was refused.
    fileprivate func login(
        error: String? = nil, carrying fields: Query, isFile: Bool
    ) throws -> Response {
        var frame = Frame(self, page: "login", title: wording("common.signIn") + " · Dragoman")
        // Only forms about a text can be shown again; see ``PageCall/again(_:_:)``.
        let isRepeated =
            fields["proposal"] != nil || fields["key"] != nil && !context["tag"].isEmpty
        frame.banners.append(
            Banner(
                .warn, icon: "lock", wording("session.signedOut"),
                isFile
                    ? wording("session.chooseFileAgain")
                    : isRepeated ? wording("session.signInAgain") : wording("session.repeat"),
                isAlert: true))
        // The new session has a form token of its own, and the form must not be carried out.
        let dropped = ["form-token", "idempotency", "back", Site.tokenField]
        let carried = fields.items.filter { !dropped.contains($0.name) }
            .map { NamedField(name: $0.name, value: $0.value) }
        let here = path(String(context.path.dropFirst(basePath.utf8.count)))
        let content = LoginContent(
            // The page for importing a file has the same address as its form.
            action: isFile ? path("/login") : here, back: isFile ? here : fields["back"] ?? "",
            carried: carried, error: error)
        var response = try site.page(content, frame, status: .unauthorized)
        response.headers[.wwwAuthenticate] = "Bearer"
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
