import Hosting
import HTTPTypes
import Hummingbird
import JSON
import ReadModel
import Representations
import Texts
import Translation
import Workspace

extension APIRoutes {
    /// The routes for the project's settings and its releases.
    var settingRoutes: [Route] { [settings, change, releases] }

    private var settings: Route {
        route(
            "settings.list", .get, "/settings", "The project's settings, by name.",
            access: .scope(.read), parameters: APIParameters.moment,
            answers: [
                .json(
                    .map(of: .any),
                    "The values. Lists of people are present only for people with a token.")
            ]
        ) { call in
            try await call.respondAtMoment(locales: []) { snapshot in
                let shown = Setting.all.filter {
                    call.context.showsAddresses || !$0.containsAddresses
                }
                return JSONAnswer(
                    Setting.json(
                        try shown.map { ($0, try snapshot.model.setting($0.name).value) }))
            }
        }
    }

    private var change: Route {
        route(
            "settings.change", .put, "/settings/{name}",
            "Change a setting; only maintainers may do this.", access: .right(.change),
            parameters: [.init("name", in: .path, "The name of a setting.")]
                + APIParameters.writing,
            body: .json(.object(required: ["value": .any], optional: ["force": .boolean])),
            answers: APIAnswers.written
        ) { call in
            try call.requireAllLanguages()
            let name = call.context["name"]
            guard ReleaseChannel.name(ofSetting: name) == nil else {
                throw Problem(
                    ProblemCode(.unknownSetting), "Channels have routes of their own.",
                    hint: "Send `PUT channels/NAME`, which makes the release first.")
            }
            var body = try JSONBody(try await call.context.json())
            guard let value = body.value("value") else { throw JSONBody.missing("value") }
            let isForced = try body.flag("force")
            try body.finish()
            let canonical =
                try value == .null
                ? nil
                : Workspace.canonical(value, ofSetting: name) { try call.language($0) }
            let receipt = try await call.write(
                Action(.changeSetting(name: name, value: canonical, isForced: isForced)))
            return call.answer(receipt)
        }
    }

    private var releases: Route {
        route(
            "releases.list", .get, "/releases", "The tags of the project, newest first.",
            access: .scope(.read), parameters: Page.parameters,
            answers: [.json(.array(of: .named("Release")), "A page of releases.")]
        ) { call in
            let page = try Page(call.context.query)
            let start = try page.index()
            let showsAddresses = call.context.showsAddresses
            return try await call.respond(isSlow: true) { snapshot in
                let releases = try snapshot.releases(limit: start + page.limit + 1)
                let shown = releases.dropFirst(start).prefix(page.limit)
                var answer = JSONAnswer(
                    .array(shown.map { $0.json(showsAddresses: showsAddresses) }))
                if releases.count > start + page.limit {
                    answer.headers[.link] = call.context.linkToNext(
                        PageCursor.index(start + page.limit).text)
                }
                // Tags can change without a new event.
                answer.isComplete = false
                return answer
            }
        }
    }
}
