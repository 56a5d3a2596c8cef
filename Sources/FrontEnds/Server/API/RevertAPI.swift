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
    var revertRoutes: [Route] { [revert] }

    /// The maximum number of events that one revert may include.
    private static let mostReverted = 10_000

    private var revert: Route {
        route(
            "revert.add", .post, "/revert",
            "Revert events, with new events that restore the previous state.",
            access: .right(.revert), parameters: APIParameters.writing,
            body: .json(
                .object(optional: [
                    "ids": .array(of: .string), "range": .string, "query": .named("RevertQuery"),
                    "keepLater": .boolean, "force": .boolean, "reason": .string,
                    "dryRun": .boolean,
                ])),
            answers: APIAnswers.written
        ) { call in
            var body = try JSONBody(try await call.context.json())
            let wanted = try RevertedEvents(&body, call)
            let later = try body.laterEdits()
            let reason = try body.text("reason", upTo: call.project.settings.limits.remark)
            let isDryRun = try body.flag("dryRun")
            try body.finish()
            let events = try await call.readSlowly { snapshot in
                try snapshot.events(toRevert: wanted.selection(in: snapshot))
            }
            guard events.count <= Self.mostReverted else {
                throw Problem(
                    .usage,
                    "The revert includes \(events.count) events; the limit is \(Self.mostReverted).",
                    hint: "Narrow the query, for example to a language or a later time.")
            }
            try await call.requireLanguages(of: events)
            return try await call.carryOut(
                RequestedWrite(
                    Action(
                        .revert(
                            RevertOptions(events: events, laterEdits: later, reason: reason)))),
                isDryRun: isDryRun
            ) { outcome in
                outcome.leftOut.map { .string(events[$0.index].description) }
            }
        }
    }
}

extension JSONBody {
    /// Removes and returns the treatment of edits that were made after the reverted events.
    fileprivate mutating func laterEdits() throws(Problem) -> RevertOptions.LaterEdits {
        switch (try flag("keepLater"), try flag("force")) {
        case (false, false): return .refuse
        case (true, false): return .keep
        case (false, true): return .revert
        case (true, true):
            throw Problem(
                ProblemCode(.contradiction), "“keepLater” and “force” are mutually exclusive.",
                hint: "Send only one of them.")
        }
    }
}

/// The events to revert, as specified in a request's body.
private enum RevertedEvents: Sendable {
    /// Ids of events or commits, and ranges of commits.
    case named([String])
    case query(Filter)

    /// A query for events.
    struct Filter: Sendable {
        let locale: LanguageTag?
        let section: String?
        let key: String?
        let guid: String?
        let author: String?
        let origin: String?
        let matchesAddresses: Bool
        let types: String?
        let since: String?
        let until: String?
    }

    init(_ body: inout JSONBody, _ call: ProjectCall) throws {
        let ids = try body.texts("ids", upTo: call.project.settings.limits.ids)
        let range = try body.text("range", upTo: 1_000)
        let query = body.value("query")
        switch (ids, range, query) {
        case (let ids?, nil, nil) where !ids.isEmpty: self = .named(ids)
        case (nil, let range?, nil):
            // A single name is probably a mistake, and would revert something else.
            guard range.contains("..") else { throw LogQuery.notARange }
            self = .named([range])
        case (nil, nil, let query?): self = .query(try Filter(query, call))
        default:
            throw Problem(
                ProblemCode(.contradiction), "A revert takes “ids”, “range” or “query”.",
                hint: "Send exactly one of them.")
        }
    }

    func selection(in snapshot: Snapshot) throws -> RevertSelection {
        switch self {
        case .named(let names): .named(names)
        case .query(let filter): .query(try filter.query(in: snapshot))
        }
    }
}

extension RevertedEvents.Filter {
    /// Parses the member `query`, in which at least one condition must be present.
    fileprivate init(_ json: JSONValue, _ call: ProjectCall) throws {
        var body = try JSONBody(json)
        let limit = call.project.settings.limits.key
        locale = try body.text("locale", upTo: 100).map { try call.language($0) }
        section = try body.text("section", upTo: limit)
        key = try body.text("key", upTo: limit)
        guid = try body.text("guid", upTo: 800)
        author = try body.text("author", upTo: 200)
        matchesAddresses = call.context.showsAddresses
        origin = try body.text("origin", upTo: 200)
        types = try body.text("type", upTo: 400)
        since = try body.text("since", upTo: 40)
        until = try body.text("until", upTo: 40)
        try body.finish()
        guard
            [locale?.rawValue, section, key, guid, author, origin, types, since, until]
                .contains(where: { $0 != nil })
        else {
            throw Problem(
                .usage, "The query has no condition, so it would revert everything.",
                hint: "Send a condition, such as “author” or “since”.")
        }
    }

    fileprivate func query(in snapshot: Snapshot) throws -> RevertQuery {
        if let locale { try snapshot.requireLocale(locale) }
        let span = try TimeSpan(since: since, until: until, now: snapshot.host.now())
        let choice = try KeyChoice(section: section, key: key, in: snapshot, .known)
        var query = RevertQuery(
            EventFilter(
                locale: locale, section: choice.section, string: choice.string,
                keyPattern: choice.pattern, types: try types.map(snapshot.eventTypes) ?? [],
                after: span.after, through: span.through),
            guid: guid.map { HashedGuid(guid: $0, project: snapshot.project) }, author: author)
        query.origin = try origin.map { try Origin(known: $0) }
        query.matchesAddresses = matchesAddresses
        return query
    }
}
