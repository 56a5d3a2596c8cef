import HTTPTypes
import Hosting

/// A route of the server with a valid request, for the table of routes and limits.
///
/// Writing requests affect German or English texts of the project `shop`.
struct Door {
    /// The resource behind a route.
    enum Kind {
        /// A resource outside of all projects, to which no limit of a token applies.
        case server
        /// The project, read only.
        case reads(Scope)
        /// A change of German or English texts, or of the project itself.
        case writes(Scope)
        /// The server as a whole.
        case wholeServer(Scope)
    }

    let id: String
    let method: HTTPRequest.Method
    let path: String
    let kind: Kind
    var body: String?
    var type = "application/json"
    /// The guid of the header, or nil for the default one.
    var guid: String?

    var scope: Scope? {
        switch kind {
        case .server: nil
        case .reads(let scope), .writes(let scope), .wholeServer(let scope): scope
        }
    }
}

extension Door {
    /// All routes of a server of the project `shop`, where `proposal` is an open German one.
    static func all(proposal: String, number: Int64, guid: String) -> [Door] {
        native(proposal, guid) + nstack(number, guid) + i18next + agents + bundles + git
            + operations
            + serverPages
            + projectPages(proposal)
    }

    private static var git: [Door] {
        [("", "shop.git"), (".short", "shop")].flatMap { suffix, name in
            [
                Door(
                    id: "git.refs" + suffix, method: .get,
                    path: "/projects/\(name)/info/refs?service=git-upload-pack",
                    kind: .reads(.read)),
                Door(
                    id: "git.fetch" + suffix, method: .post,
                    path: "/projects/\(name)/git-upload-pack", kind: .reads(.read), body: "0000"),
                Door(
                    id: "git.push" + suffix, method: .post,
                    path: "/projects/\(name)/git-receive-pack", kind: .writes(.propose),
                    body: "0000"),
            ]
        }
    }

    private static func native(_ proposal: String, _ guid: String) -> [Door] {
        let ids = #"{"ids":["\#(proposal)"]}"#
        let key = "?key=cart.title"
        let picture = "/pictures/\(String(repeating: "0", count: 64)).png"
        func door(
            _ id: String, _ method: HTTPRequest.Method, _ path: String, _ kind: Kind,
            _ body: String? = nil
        ) -> Door {
            Door(
                id: id, method: method, path: "/api/v1/projects/shop" + path, kind: kind,
                body: body)
        }
        return [
            Door(id: "projects.list", method: .get, path: "/api/v1/projects", kind: .server),
            door("projects.show", .get, "", .reads(.read)),
            door("status.list", .get, "/status", .reads(.read)),
            door("locales.list", .get, "/locales", .reads(.read)),
            door("locales.add", .post, "/locales", .writes(.admin), #"{"locale":"nl"}"#),
            door("locales.remove", .delete, "/locales/de", .writes(.admin)),
            door("strings.list", .get, "/strings", .reads(.read)),
            door("strings.show", .get, "/string" + key, .reads(.read)),
            door("strings.add", .post, "/strings", .writes(.admin), #"{"key":"new"}"#),
            door("strings.edit", .patch, "/string" + key, .writes(.admin), #"{"comment":"x"}"#),
            door("strings.remove", .delete, "/string" + key, .writes(.admin)),
            door(
                "strings.rename", .post, "/string/rename", .writes(.admin),
                #"{"key":"cart.title","newKey":"cart.name"}"#),
            door("pictures.show", .get, picture, .reads(.read)),
            door("pictures.remove", .delete, picture, .writes(.admin)),
            Door(
                id: "pictures.add", method: .post, path: "/api/v1/projects/shop/pictures",
                kind: .reads(.propose), body: "no picture", type: "image/png"),
            Door(
                id: "strings.picture.edit", method: .put,
                path: "/api/v1/projects/shop/string/picture" + key, kind: .writes(.admin),
                body: "no picture", type: "image/png"),
            door("strings.picture.remove", .delete, "/string/picture" + key, .writes(.admin)),
            door("texts.list", .get, "/texts/de", .reads(.read)),
            door("texts.show", .get, "/text/de" + key, .reads(.read)),
            door("texts.set", .put, "/text/de" + key, .writes(.translate), #"{"value":"Korb"}"#),
            door("texts.unset", .delete, "/text/de" + key, .writes(.translate)),
            door(
                "texts.mark", .post, "/text/de/marks" + key, .writes(.translate),
                #"{"mark":"flag"}"#),
            door("proposals.list", .get, "/proposals", .reads(.read)),
            door("proposals.show", .get, "/proposals/\(proposal)", .reads(.read)),
            door(
                "proposals.add", .post, "/proposals", .writes(.propose),
                #"{"locale":"de","key":"cart.title","value":"Tasche"}"#),
            door(
                "comments.add", .post, "/comments", .writes(.propose),
                #"{"locale":"de","key":"cart.title","text":"Hm."}"#),
            door("proposals.accept", .post, "/proposals/accept", .writes(.review), ids),
            door(
                "proposals.reject", .post, "/proposals/reject", .writes(.review),
                #"{"ids":["\#(proposal)"],"code":"style"}"#),
            door("proposals.endorse", .post, "/proposals/endorse", .writes(.propose), ids),
            Door(
                id: "proposals.delete", method: .post,
                path: "/api/v1/projects/shop/proposals/delete", kind: .writes(.propose),
                body: #"{"ids":["\#(proposal)"],"dryRun":true}"#, guid: guid),
            door("channels.list", .get, "/channels", .reads(.read)),
            door("channels.show", .get, "/channels/beta", .reads(.read)),
            door(
                "channels.set", .put, "/channels/beta", .writes(.admin), #"{"release":"main"}"#),
            door("channels.remove", .delete, "/channels/beta", .writes(.admin)),
            door("events.list", .get, "/events", .reads(.read)),
            door("suggestions.list", .get, "/suggestions\(key)&locale=de", .reads(.read)),
            door("conflicts.list", .get, "/conflicts", .reads(.read)),
            door("conflicts.keep", .post, "/conflicts/keep", .writes(.review), ids),
            door("revert.add", .post, "/revert", .writes(.review), ids),
            door("log.list", .get, "/log", .reads(.read)),
            door("log.show", .get, "/log/\(proposal)", .reads(.read)),
            door("blame.list", .get, "/blame/de", .reads(.read)),
            door("diff.show", .get, "/diff?from=HEAD", .reads(.read)),
            door("check.list", .get, "/check", .reads(.read)),
            door(
                "check.text", .post, "/check", .reads(.read),
                #"{"locale":"de","key":"cart.title","value":"Korb"}"#),
            door("export.show", .get, "/export?locale=de&section=default", .reads(.read)),
            door(
                "import.add", .post, "/import?locale=de&format=i18next-json", .writes(.admin),
                #"{"cart":{"title":"Korb"}}"#),
            door("settings.list", .get, "/settings", .reads(.read)),
            door(
                "settings.change", .put, "/settings/frozen", .writes(.admin), #"{"value":[]}"#),
            door("releases.list", .get, "/releases", .reads(.read)),
            door("batch.run", .post, "/batch", .reads(.read), "[]"),
            door("sync.run", .post, "/sync", .writes(.admin)),
        ]
    }

    private static func nstack(_ number: Int64, _ guid: String) -> [Door] {
        let form =
            "key=cart.title&section=default&value=Beutel&locale=de&platform=mobile&guid=nstack-guid"
        let routes: [(String, HTTPRequest.Method, String, Kind, String?)] = [
            ("proposals.create", .post, "/proposals", .writes(.propose), form),
            ("proposals.list", .get, "/proposals", .reads(.read), nil),
            (
                "proposals.delete", .delete, "/proposals/\(number)?guid=\(guid)",
                .writes(.propose), nil
            ),
            ("languages", .get, "/mobile/languages", .reads(.read), nil),
            ("languages.best_fit", .get, "/mobile/languages/best_fit", .reads(.read), nil),
            ("resources.index", .get, "/resources/platforms/mobile", .reads(.read), nil),
            ("resources.show", .get, "/resources/1", .reads(.read), nil),
        ]
        let type = "application/x-www-form-urlencoded"
        var doors: [Door] = []
        for (place, prefix) in [("", ""), (".project", "/projects/shop")] {
            for (variant, base) in [
                ("", "/api/v2/content/localize"), (".short", "/api/v2/localize"),
            ] {
                doors += routes.map { id, method, path, kind, body in
                    Door(
                        id: "nstack.\(id)\(variant)\(place)", method: method,
                        path: prefix + base + path, kind: kind, body: body, type: type)
                }
            }
            doors.append(
                Door(
                    id: "nstack.open" + place, method: .post, path: prefix + "/api/v2/open",
                    kind: .reads(.read), body: "platform=ios", type: type))
        }
        return doors
    }

    private static var i18next: [Door] {
        [("i18next.", "/projects/shop"), ("i18next.default.", "")].flatMap { id, prefix in
            let file = "/locales/de/default.json"
            let files = "/locales/resources.json?lng=de&ns=default"
            return [
                Door(id: id + "file", method: .get, path: prefix + file, kind: .reads(.read)),
                Door(id: id + "files", method: .get, path: prefix + files, kind: .reads(.read)),
                // The keys are added to the source language, whatever language the address names.
                Door(
                    id: id + "add", method: .post, path: prefix + "/locales/add/fr/default",
                    kind: .writes(.propose), body: #"{"missing":"Missing"}"#),
            ]
        }
    }

    private static var agents: [Door] {
        [("agents.call", "/projects/shop/mcp"), ("agents.default.call", "/mcp")].map { id, path in
            Door(
                id: id, method: .post, path: path, kind: .reads(.read),
                body: #"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#)
        }
    }

    private static var bundles: [Door] {
        [
            ("channel", "/latest/manifest.json"), ("release", "/at/v1/manifest.json"),
            ("archive.tar.gz", "/at/v1.tar.gz"), ("archive.zip", "/at/v1.zip"),
        ].map { id, path in
            Door(
                id: "bundles." + id, method: .get, path: "/projects/shop/bundles" + path,
                kind: .reads(.read))
        }
    }

    private static var operations: [Door] {
        let described: [(String, String)] = [
            ("health.live", "/health/live"), ("health.ready", "/health/ready"),
            ("problems.show", "/problems/scope"), ("robots", "/robots.txt"),
            ("security", "/.well-known/security.txt"), ("openapi", "/api/openapi.json"),
            ("in-context", "/in-context.js"),
        ]
        let metrics = Door(
            id: "metrics", method: .get, path: "/metrics", kind: .wholeServer(.admin))
        return [metrics]
            + described.map { Door(id: $0, method: .get, path: $1, kind: .server) }
    }

    private static var serverPages: [Door] {
        let pages: [(String, HTTPRequest.Method, String)] = [
            ("projects", .get, "/"), ("login", .get, "/login"), ("login.post", .post, "/login"),
            ("logout.post", .post, "/logout"), ("account", .get, "/account"),
            ("account.post", .post, "/account"),
            ("signOutEverywhere.post", .post, "/account/sign-out-everywhere"),
            ("asset", .get, "/assets/0/style.css"), ("invitation", .get, "/invitations/0"),
            ("invitation.post", .post, "/invitations/0"),
        ]
        return pages.map { id, method, path in
            Door(
                id: "pages." + id, method: method, path: path, kind: .server,
                body: method == .post ? "a=b" : nil, type: "application/x-www-form-urlencoded")
        }
    }

    private static func projectPages(_ proposal: String) -> [Door] {
        let german = "/languages/de"
        let pages: [(String, String, Scope)] = [
            ("project", "", .read), ("review", "/review", .read), ("people", "/people", .read),
            ("search", "/search?q=cart", .read), ("replace", "/replace?q=Korb&with=x", .propose),
            ("changes", "/changes?from=main", .read), ("releases", "/releases", .read),
            ("release", "/releases/at/v1", .read),
            ("pointChannel", "/releases/point", .admin),
            ("removeChannel", "/releases/remove?channel=beta", .admin),
            ("activity", "/activity", .read),
            ("settings", "/settings", .admin), ("newLocale", "/languages/new", .admin),
            ("newString", "/strings/new", .admin),
            ("editString", "/strings/edit?section=default&key=cart.title", .admin),
            ("renameString", "/strings/rename?section=default&key=cart.title", .admin),
            ("removeString", "/strings/remove?section=default&key=cart.title", .admin),
            ("localeSettings", german + "/settings", .admin),
            ("removeLocale", german + "/remove", .admin), ("downloadAll", "/download", .read),
            ("language", german, .read),
            ("text", german + "/string?section=default&key=cart.title", .read),
            ("reviewWalk", german + "/review", .read),
            ("translateWalk", german + "/translate", .propose),
            ("download", german + "/download", .read),
        ]
        let forms: [(String, String, Scope)] = [
            ("locale", "/locale", .admin), ("string", "/string", .admin),
            ("revertMany", "/activity/revert", .propose), ("settings", "/settings", .admin),
            ("string.edit", "/string/edit", .admin), ("string.rename", "/string/rename", .admin),
            ("string.remove", "/string/remove", .admin),
            ("string.picture", "/string/picture", .admin),
            ("pointChannel", "/releases/point", .admin),
            ("removeChannel", "/releases/remove", .admin),
            ("localeSettings", german + "/settings", .admin),
            ("removeLocale", german + "/remove", .admin),
            ("importFile", german + "/import", .propose), ("bulk", german + "/bulk", .translate),
            ("propose", german + "/propose", .propose), ("set", german + "/set", .translate),
            ("accept", german + "/accept", .review), ("reject", german + "/reject", .review),
            ("delete", german + "/delete", .propose), ("comment", german + "/comment", .propose),
            ("endorse", german + "/endorse", .propose), ("reopen", german + "/reopen", .review),
            ("keep", german + "/keep", .translate), ("mark", german + "/mark", .translate),
            ("silence", german + "/silence", .translate), ("revert", german + "/revert", .propose),
        ]
        let fields =
            "act=flag&key=cart.title&section=default&value=Korb&comment=Hm&proposal=\(proposal)"
        func form(_ id: String, _ path: String, _ kind: Kind) -> Door {
            Door(
                id: "pages.\(id).post", method: .post, path: "/projects/shop" + path, kind: kind,
                body: fields, type: "application/x-www-form-urlencoded")
        }
        var doors = pages.map { id, path, scope in
            Door(
                id: "pages." + id, method: .get, path: "/projects/shop" + path,
                kind: .reads(scope))
        }
        doors += forms.map { form($0, $1, .writes($2)) }
        doors.append(form("check", german + "/check", .reads(.read)))
        // These forms are about the languages that they name.
        doors += ["replace", "undo"].map { form($0, "/" + $0, .reads(.propose)) }
        // The form for a file is only shown to users who may send it.
        doors.append(
            Door(
                id: "pages.import", method: .get, path: "/projects/shop\(german)/import",
                kind: .writes(.propose)))
        doors.append(
            Door(
                id: "pages.revertMany", method: .get,
                path: "/projects/shop/activity/revert?person=Mara", kind: .writes(.propose)))
        return doors
    }
}
