import Hosting
import HTTPTypes
import Hummingbird
import Pictures
package import Server
import Translation
import Workspace

/// The routes of a server's pages and their forms.
package enum Pages {
    /// Returns the routes.
    ///
    /// Throws if a template cannot be parsed, which is a defect in the program.
    package static func routes(on foundation: ServerFoundation) throws -> [Route] {
        try Site(foundation).routes
    }
}

extension Site {
    /// The maximum size of a form without a file, in bytes.
    ///
    /// Six plural forms of 16 KiB each are three times as long when they are percent-encoded.
    static let formBytes = 512 << 10
    private static let fileBytes = 4 << 20

    var routes: [Route] {
        serverPages + projectPages + historyPages + releasePages + sourcePages + languagePages
            + acts + assetPages
    }

    private var serverPages: [Route] {
        [
            page("projects", "/", "The projects.", .everybody) { try await $0.projects() },
            page("login", "/login", "Sign in.", .everybody) { try $0.login() },
            form("login", "/login", "Sign in with a token.", .everybody) {
                try await $0.signIn()
            },
        ] + invitationPages + [
            form("logout", "/logout", "Sign out.", .everybody) {
                try await $0.signOut(everywhere: false)
            },
            page("account", "/account", "The account and this device's preferences.", .everybody) {
                try $0.account()
            },
            form("account", "/account", "Change the preferences of this device.", .everybody) {
                try await $0.savePreferences()
            },
            form(
                "signOutEverywhere", "/account/sign-out-everywhere", "Sign out everywhere.",
                .everybody
            ) { try await $0.signOut(everywhere: true) },
        ]
    }

    private var projectPages: [Route] {
        [
            projectPage("project", "", "A project and its languages.") {
                try await $0.projectPage()
            },
            projectPage("search", "/search", "A search in all languages.") {
                try await $0.searchPage()
            },
            projectPage(
                "replace", "/replace", "The differences that a replacement would make.", .propose
            ) { try await $0.replacePage() },
            projectForm("replace", "/replace", "Replace words in several languages.", .propose) {
                call, form in
                try await call.replace(form)
            },
            projectForm("undo", "/undo", "Undo a replacement.", .propose) { call, form in
                try await call.undoReplacement(form)
            },
            projectPage("review", "/review", "The proposals to review, by language.") {
                try await $0.waitingPage()
            },
            projectPage("people", "/people", "The people in a project, and what they may do.") {
                try await $0.peoplePage()
            },
            projectPage(
                "newLocale", "/languages/new", "The form for a new language.", .admin
            ) { try await $0.newLocalePage() },
            projectPage("downloadAll", "/download", "All languages as files, or the form for it.") {
                try await $0.downloadPage()
            },
            projectForm("locale", "/locale", "Add a language.", .admin) { call, form in
                try await call.addLocale(form)
            },
        ]
    }

    /// The pages and forms for source strings.
    private var sourcePages: [Route] {
        [
            projectPage("newString", "/strings/new", "The form for a new string.", .admin) {
                try await $0.newStringPage()
            },
            projectPage(
                "editString", "/strings/edit", "The form that changes a source string.", .admin
            ) { try await $0.editStringPage() },
            projectPage(
                "renameString", "/strings/rename", "The form that renames or moves a string.",
                .admin
            ) { try await $0.renameStringPage() },
            projectPage(
                "removeString", "/strings/remove", "The effects of removing a string.", .admin
            ) { try await $0.removeStringPage() },
            projectForm("string", "/string", "Add a string.", .admin) { call, form in
                try await call.addString(form)
            },
            projectForm("string.edit", "/string/edit", "Change a source string.", .admin) {
                call, form in try await call.editString(form)
            },
            projectForm(
                "string.picture", "/string/picture", "Attach or remove a string's picture.",
                .admin, bytes: Picture.maximumBytes + Self.formBytes
            ) { call, form in try await call.changePicture(form) },
            projectForm("string.rename", "/string/rename", "Rename or move a string.", .admin) {
                call, form in try await call.renameString(form)
            },
            projectForm("string.remove", "/string/remove", "Remove a string.", .admin) {
                call, form in try await call.removeString(form)
            },
        ]
    }

    private var languagePages: [Route] {
        let base = "/languages/{tag}"
        return [
            projectPage("language", base, "The strings in a language.") {
                try await $0.languagePage()
            },
            projectPage("text", base + "/string", "One string in one language.") {
                try await $0.stringPage()
            },
            projectPage("reviewWalk", base + "/review", "The review of proposals one by one.") {
                try await $0.reviewPage()
            },
            projectPage(
                "translateWalk", base + "/translate", "The walk through strings that need a text.",
                .propose
            ) { try await $0.translatePage() },
            projectPage("import", base + "/import", "The form for importing a file.", .propose) {
                try await $0.importPage()
            },
            projectPage("download", base + "/download", "A language as a file, or the form for it.")
            { try await $0.downloadPage() },
            projectPage(
                "localeSettings", base + "/settings", "The attributes of a language.", .admin
            ) { try await $0.localeSettingsPage() },
            projectPage(
                "removeLocale", base + "/remove", "The effects of removing a language.", .admin
            ) { try await $0.removeLocalePage() },
            projectForm(
                "localeSettings", base + "/settings", "Change a language's attributes.", .admin
            ) { call, form in try await call.changeLocale(form) },
            projectForm("removeLocale", base + "/remove", "Remove a language.", .admin) {
                call, form in try await call.removeLocale(form)
            },
            projectForm(
                "importFile", base + "/import",
                "Import a file, after a preview of the changes.",
                .propose, bytes: Self.fileBytes
            ) { call, form in try await call.importFile(form) },
            projectForm(
                "bulk", base + "/bulk", "Decide on many strings.", Scope(Action.Verb.flag.right)
            ) {
                call, form in
                try await call.bulk(form)
            },
            projectForm("check", base + "/check", "Check a text that is being typed.") {
                call, form in
                try await call.check(form)
            },
        ]
    }

    private var acts: [Route] {
        UnitAct.all.map { act in
            projectForm(
                act.name, "/languages/{tag}/\(act.name)", act.summary, act.scope
            ) { call, form in
                try await call.perform(act, form)
            }
        }
    }

    private var assetPages: [Route] {
        [
            page(
                "asset", "/assets/{hash}/{name}", "A style sheet, a script or a set of icons.",
                .everybody
            ) { request in
                guard
                    let asset = assets.first(where: {
                        $0.name == request.context["name"] && $0.hash == request.context["hash"]
                    })
                else { throw Problem(.unknownPath, "There is no such file.") }
                return .bytes(
                    asset.bytes, mediaType: asset.mediaType,
                    headers: [.cacheControl: "public, max-age=31536000, immutable"])
            }
        ]
    }

    // MARK: Kinds of routes

    func page(
        _ id: String, _ path: String, _ summary: String, _ access: Route.Access,
        _ handler: @escaping @Sendable (PageRequest) async throws -> Response
    ) -> Route {
        Route(
            id: "pages.\(id)", .get, PathTemplate(path), summary, family: .page, access: access,
            answers: [.init(200, "A page.", content: [("text/html", .string)])]
        ) { context in
            let request = PageRequest(site: self, context: context)
            do {
                return try await handler(request)
            } catch {
                return try await request.errorPage(error)
            }
        }
    }

    func form(
        _ id: String, _ path: String, _ summary: String, _ access: Route.Access,
        bytes: Int = Site.formBytes,
        _ handler: @escaping @Sendable (PageRequest) async throws -> Response
    ) -> Route {
        Route(
            id: "pages.\(id).post", .post, PathTemplate(path), summary, family: .page,
            access: access,
            body: Route.Body(
                content: [
                    ("application/x-www-form-urlencoded", .string),
                    ("multipart/form-data", .string),
                ], maximumBytes: bytes),
            answers: [.init(303, "The next page.")]
        ) { context in
            let request = PageRequest(site: self, context: context)
            do {
                return try await handler(request)
            } catch {
                guard context.wantsPage else { throw error }
                return try await request.errorPage(error)
            }
        }
    }

    func projectPage(
        _ id: String, _ path: String, _ summary: String, _ scope: Scope = .read,
        _ handler: @escaping @Sendable (PageCall) async throws -> Response
    ) -> Route {
        // The handler checks the scope, so that a visitor who is not signed in is redirected to the
        // sign-in page.
        page(id, "/projects/{project}" + path, summary, .everybody) { request in
            try requireSignIn(request.context, scope)
            return try await handler(try await call(request))
        }
    }

    func projectForm(
        _ id: String, _ path: String, _ summary: String, _ scope: Scope = .read,
        bytes: Int = Site.formBytes,
        _ handler: @escaping @Sendable (PageCall, PageForm) async throws -> Response
    ) -> Route {
        // The handler checks the scope, so that a person whose session has ended can sign in again
        // without losing what they typed.
        form(id, "/projects/{project}" + path, summary, .everybody, bytes: bytes) { request in
            let context = request.context
            // A file from a person who is not signed in is not read.
            let isUnread = context.principal.kind == .anonymous && bytes > Self.formBytes
            let fields =
                isUnread
                ? (query: Query([]), file: nil) : try await context.pageFields(request.wording)
            if let response = try await signInAgain(request, scope, fields.query, isUnread) {
                return response
            }
            let call = try await call(request)
            let form = PageForm(fields.query, of: call, file: fields.file)
            do {
                try request.context.checkForm(fields.query)
            } catch let problem as Problem where request.context.wantsPage {
                return try await call.again(form, Draft(problem, form))
            }
            return try await handler(call, form)
        }
    }

    /// Returns a call for the request's project, and opens the project if it is closed.
    func call(_ request: PageRequest) async throws -> PageCall {
        PageCall(
            request: request, project: try await foundation.directory.call(request.context))
    }

    /// Throws ``SignInNeeded`` for visitors who are not signed in, and `scope` for others who lack
    /// the scope.
    private func requireSignIn(_ context: RequestContext, _ scope: Scope) throws {
        if let own = context.scope, own >= scope { return }
        guard context.principal.kind != .anonymous else { throw SignInNeeded() }
        try context.require(scope)
    }

    /// The error thrown when a page requires a signed-in person.
    struct SignInNeeded: Error {}

    /// Returns a redirect, for example after a form was submitted.
    func redirect(_ address: String, _ fields: [HTTPField] = []) -> Response {
        var headers: HTTPFields = [.location: address, .cacheControl: "no-store"]
        for field in fields { headers.append(field) }
        return Response(status: .seeOther, headers: headers)
    }
}

extension RequestContext {
    /// Whether the response is for a page view, and not for a script.
    var wantsPage: Bool { !(header(.accept) ?? "").hasPrefix("application/json") }

    /// Returns the fields of a form, and the uploaded file.
    func pageFields(_ wording: Wording) async throws -> (query: Query, file: FormFile?) {
        let type = header(.contentType) ?? ""
        guard type.lowercased().hasPrefix("multipart/form-data") else {
            return (try await form(), nil)
        }
        return try MultipartForm.read(try await body(), contentType: type, wording)
    }
}
