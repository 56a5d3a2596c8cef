import Hosting
import HTTPTypes
import Hummingbird
import ReadModel
import Representations
import Texts
import Translation
import Workspace

extension APIRoutes {
    var conflictRoutes: [Route] { [list, keep] }

    private var list: Route {
        route(
            "conflicts.list", .get, "/conflicts", "Concurrent edits that contradict each other.",
            access: .scope(.read),
            parameters: [.init("locale", "Only this language.")] + Page.parameters.dropLast()
                + APIParameters.moment,
            answers: [
                .json(.array(of: .named("Conflict")), "The edit that is in effect, and the other.")
            ]
        ) { call in
            let locale = try call.context.query["locale"].map { try call.language($0) }
            let page = try Page(call.context.query)
            return try await call.respondAtMoment(locales: locale.map { [$0] }) { snapshot in
                if let locale { try snapshot.requireLocale(locale) }
                return try call.context.answer(
                    page, of: snapshot.model.conflicts(locale: locale), in: snapshot
                ) { $0.json(showsAddresses: call.context.showsAddresses) }
            }
        }
    }

    private var keep: Route {
        route(
            "conflicts.keep", .post, "/conflicts/keep",
            "Settle conflicts in favour of the listed events.", access: .scope(.review),
            parameters: APIParameters.writing,
            body: .json(
                .object(required: ["ids": .array(of: .string)], optional: ["dryRun": .boolean])),
            answers: APIAnswers.written
        ) { call in
            var body = try JSONBody(try await call.context.json())
            let isDryRun = try body.flag("dryRun")
            return try await call.carryOut(try await call.keeping(&body), isDryRun: isDryRun)
        }
    }
}

extension JSONBody {
    /// Removes and returns the member `ids`, which must not be empty.
    mutating func ids(_ call: ProjectCall) throws(Problem) -> [String] {
        guard let ids = try texts("ids", upTo: call.project.settings.limits.ids), !ids.isEmpty
        else {
            throw Problem(
                .usage, "“ids” is missing or empty.", hint: "Send a list of ids.")
        }
        return ids
    }
}

extension ProjectCall {
    /// Reads the ids of events from a body, and returns the write that settles their conflicts.
    func keeping(_ body: inout JSONBody) async throws -> RequestedWrite {
        let ids = try body.ids(self)
        try body.finish()
        let events = try await read { snapshot in try ids.map(snapshot.event) }
        try await requireLanguages(of: events)
        return RequestedWrite(Action(.keep(events)))
    }

    /// Throws `scope` if the token is limited to languages other than those of the events, or if an
    /// event concerns the whole project.
    func requireLanguages(of events: [EventID]) async throws {
        guard context.principal.locales != nil else { return }
        let locales = try await read { snapshot in
            try events.map { id -> LanguageTag? in
                guard let event = try snapshot.model.event(id) else { return nil }
                return if case .unit? = event.subject(in: snapshot.project) { event.locale } else {
                    nil
                }
            }
        }
        for locale in Set(locales) {
            if let locale { try requireLanguage(locale) } else { try requireAllLanguages() }
        }
    }
}
