import EventStore
import Hosting
import HTTPTypes
import Hummingbird
import JSON
import Machine
import ReadModel
import Representations
import Texts
import Translation
import Workspace

extension APIRoutes {
    /// The routes for the log, and for the origins of texts.
    var historyRoutes: [Route] { [log, story, blame] }

    private var log: Route {
        route(
            "log.list", .get, "/log", "Events, newest first.", access: .scope(.read),
            parameters: LogQuery.parameters + Page.parameters.dropLast() + [APIParameters.guid]
                + APIParameters.moment,
            answers: [.json(.array(of: .named("Event")), "A page of events, as stored.")]
        ) { call in
            let question = try LogQuery(call)
            guard let range = question.range else {
                return try await call.respondAtMoment(
                    locales: question.locale.map { [$0] }, isSlow: question.showsCommits
                ) { snapshot in
                    try question.answer(snapshot.model, [call.moment()], snapshot, call.context)
                }
            }
            return try await call.respond(isSlow: true) { snapshot in
                guard let found = try snapshot.events(inRange: range) else {
                    throw LogQuery.notARange
                }
                var answer = try found.events.read { events in
                    try question.answer(events, found.ends, snapshot, call.context)
                }
                // The names of revisions may move without a change of the newest state.
                answer.isComplete = false
                return answer
            }
        }
    }

    private var story: Route {
        route(
            "log.show", .get, "/log/{id}",
            "An event, a proposal or a commit, with its history.", access: .scope(.read),
            parameters: [
                .init("id", in: .path, "An id, or a unique part of one; or a revision."),
                APIParameters.position,
            ],
            answers: [.json(.named("Story"), "The event, the proposal or the commit.")]
        ) { call in
            let name = call.context["id"]
            let showsAddresses = call.context.showsAddresses
            let found = try await call.read { snapshot -> String? in
                if case .commit(let id) = try snapshot.identify(name) { id } else { nil }
            }
            guard let commit = found else {
                return try await call.respond { snapshot in
                    guard case .event(let id) = try snapshot.identify(name),
                        let story = try snapshot.story(of: id)
                    else {
                        throw Refusal(
                            .unknownID, "There is no event \(name).", hint: .listIDs)
                    }
                    return JSONAnswer(story.json(showsAddresses: showsAddresses))
                }
            }
            return try await call.respond(isSlow: true) { snapshot in
                JSONAnswer(
                    try snapshot.commitStory(commit).json(
                        in: snapshot.project, aliases: snapshot.model.aliases(),
                        showsAddresses: showsAddresses))
            }
        }
    }

    private var blame: Route {
        route(
            "blame.list", .get, "/blame/{locale}",
            "The author, time and proposal of each text; with `history`, all texts of a string.",
            access: .scope(.read),
            parameters: [
                .init("section", "Only this section."),
                .init("key", "Only this string, or keys that match a pattern."),
                .init(
                    "history",
                    "All texts that the string in `key` has had, newest first.", schema: .boolean),
            ] + Page.parameters.dropLast() + APIParameters.moment,
            answers: [.json(.array(of: .named("BlameRow")), "The texts.")]
        ) { call in
            let query = call.context.query
            let locale = try call.language(call.context["locale"])
            let page = try Page(query)
            let showsAddresses = call.context.showsAddresses
            guard try query.flag("history") else {
                let after = try page.place()
                return try await call.respondAtMoment(locales: [locale]) { snapshot in
                    try snapshot.requireLocale(locale)
                    let choice = try KeyChoice(
                        section: query["section"], key: query["key"], in: snapshot, .present)
                    return try call.context.answer(
                        snapshot.blame(locale, choice, after: after, limit: page.limit),
                        showsAddresses: showsAddresses)
                }
            }
            let key = try call.keyArgument(
                query["section"], query["key"] ?? Self.historyNeedsKey())
            return try await call.respondAtMoment(locales: [locale]) { snapshot in
                try snapshot.requireLocale(locale)
                let string = try snapshot.string(key)
                // A removed string has a history, but a string that never existed does not.
                if try !snapshot.model.hasEvents(of: string) { try snapshot.requireString(string) }
                return try call.context.answer(
                    page, of: snapshot.history(locale, string).texts, in: snapshot
                ) { $0.json(showsAddresses: showsAddresses) }
            }
        }
    }

    private static func historyNeedsKey() throws(Problem) -> String {
        throw Problem(
            .usage, "“history” requires a single string.", hint: "Send its key as “key”.")
    }
}

extension RequestContext {
    fileprivate func answer(
        _ blame: Snapshot.BlamePage, showsAddresses: Bool
    ) -> JSONAnswer {
        var answer = JSONAnswer(
            .array(blame.rows.map { $0.json(showsAddresses: showsAddresses) }))
        if let next = blame.next {
            answer.headers[.link] = linkToNext(PageCursor.place(next).text)
        }
        return answer
    }
}

/// The filters of a request for the log.
struct LogQuery: Sendable {
    /// The problem of a `range` that names a single revision.
    static let notARange = Problem(
        ProblemCode(.invalidValue), "“range” is not a range of revisions.",
        hint: "Write A..B, such as v1.0..v1.1.")

    let locale: LanguageTag?
    let range: String?
    let showsCommits: Bool
    private let section: String?
    private let key: String?
    private let types: String?
    private let author: String?
    private let since: String?
    private let until: String?
    /// The guid whose events are listed.
    private let owner: String?
    private let page: Page
    /// The last event of the previous page.
    private let cursor: EventID?

    static let parameters: [Route.Parameter] = [
        .init("locale", "Only this language."), .init("section", "Only this section."),
        .init("key", "Only this string, or keys that match this pattern; `*` matches anything."),
        .init(
            "type", "Only these types, separated by commas; `*` matches anything: `proposal.*`."),
        .init(
            "author",
            "Only events by people whose name contains this, or address if you may see addresses."),
        .init("since", "Only events since this time, or within a period such as 7d."),
        .init("until", "Only events up to this time."),
        .init(
            "mine", "Only events of the guid in the request and about its proposals.",
            schema: .boolean),
        .init("range", "Only the events of a range of revisions, such as `v1.0..v1.1`."),
        .init("commits", "Whether to add the commit that added each event.", schema: .boolean),
    ]

    init(_ call: ProjectCall) throws {
        let query = call.context.query
        locale = try query["locale"].map { try call.language($0) }
        range = query["range"]
        showsCommits = try query.flag("commits")
        section = query["section"]
        key = query["key"]
        types = query["type"]
        author = query["author"]
        since = query["since"]
        until = query["until"]
        page = try Page(query)
        cursor = try page.id()
        if range != nil, query["rev"] ?? query["at"] != nil {
            throw Problem(
                ProblemCode(.contradiction), "“range” cannot be combined with “rev” or “at”.",
                hint: "Send only one of them.")
        }
        owner = try query.flag("mine") ? call.requiredGuid() : nil
    }

    /// Returns a page of events.
    ///
    /// Names are resolved in `snapshot`, and `ends` are the states that contain the events.
    func answer(
        _ events: ReadModel, _ ends: [Moment], _ snapshot: Snapshot, _ context: RequestContext
    ) throws -> JSONAnswer {
        var found: [StoredEvent] = []
        try events.forEachEvent(try filter(snapshot, context)) { stored in
            if stored.event.id != cursor { found.append(stored) }
            // Reads one extra event, to find out whether there is another page.
            return found.count <= page.limit
        }
        let shown = found.prefix(page.limit)
        let commits =
            showsCommits
            ? try snapshot.commits(
                bringing: shown.map { ($0.path, $0.event.id) }, before: ends) : [:]
        let aliases = try snapshot.model.aliases()
        let lines = shown.map { stored in
            stored.jsonBytes(
                aliasOf: aliases[stored.event.id], commit: commits[stored.event.id]?.id,
                showsAddresses: context.showsAddresses)
        }
        var answer = JSONAnswer(
            bytes: Array("[".utf8) + lines.joined(separator: [UInt8(ascii: ",")])
                + [UInt8(ascii: "]")])
        if found.count > page.limit, let last = shown.last {
            answer.headers[.link] = context.linkToNext(last.event.id.description)
        }
        return answer
    }

    private func filter(_ snapshot: Snapshot, _ context: RequestContext) throws -> EventFilter {
        // The log also contains languages that were removed.
        if let locale, locale != snapshot.project.source, try snapshot.model.locale(locale) == nil {
            try snapshot.requireLocale(locale)
        }
        let span = try TimeSpan(since: since, until: until, now: snapshot.host.now())
        let choice = try KeyChoice(section: section, key: key, in: snapshot, .known)
        var filter = EventFilter(
            locale: locale, section: choice.section, string: choice.string,
            keyPattern: choice.pattern,
            guid: owner.map { HashedGuid(guid: $0, project: snapshot.project) }, author: author,
            types: try types.map(snapshot.eventTypes) ?? [], after: span.after,
            through: [cursor, span.through].compactMap(\.self).min())
        filter.matchesAddresses = context.showsAddresses
        return filter
    }
}
