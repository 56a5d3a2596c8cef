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
    /// The route of the event feed, which returns the difference between two positions.
    var feedRoutes: [Route] { [events] }

    private var events: Route {
        route(
            "events.list", .get, "/events",
            "Events added and removed since a position; a stream for `Accept: text/event-stream`.",
            access: .scope(.read),
            parameters: [
                .init(
                    "after", "A position; without one, all events are listed.",
                    schema: .string(pattern: "^[0-9a-f]{40}$")),
                .init("since", "Instead of `after`: only events from this time on."),
                .init("type", "Only events of this type.", mayRepeat: true),
                .init("locale", "Only events in this language."),
                .init(
                    "through", "The position shared by all pages of the list; taken from the link.",
                    schema: .string(pattern: "^[0-9a-f]{40}$")),
                .init(
                    "Last-Event-ID", in: .header,
                    "For a stream: the client's position; replaces `after`."),
            ] + Page.parameters,
            answers: [
                .init(
                    200, "The difference, or a stream of messages with one difference each.",
                    content: [
                        ("application/json", .named("Feed")), ("text/event-stream", .string),
                    ])
            ]
        ) { [directory, streams] call in
            let types = ["application/json", "text/event-stream"]
            if call.context.request.preferredType(among: types) == "text/event-stream" {
                return try await call.stream(directory, streams)
            }
            let question = try FeedQuery(call)
            let feed: FeedPage
            if question.after == nil {
                feed = try await call.read { try question.events(in: $0) }
            } else {
                feed = try await call.readSlowly { try question.difference(in: $0) }
            }
            return call.answer(feed)
        }
    }
}

/// The parameters of a request for the event feed.
struct FeedQuery: Sendable {
    let after: String?
    /// The position of the first page, repeated in requests for later pages.
    let through: String?
    let since: Int64?
    let types: Set<String>
    let locale: LanguageTag?
    let limit: Int
    let cursor: EventID?

    init(_ call: ProjectCall) throws {
        let query = call.context.query
        after = try Self.position("after", query["after"])
        through = try Self.position("through", query["through"])
        types = Set(query.values(of: "type"))
        locale = try query["locale"].map { try call.language($0) }
        let page = try Page(query)
        limit = page.limit
        cursor = try page.id()
        since = try query["since"].map {
            try Timestamp.span(of: $0, now: call.context.host.now()).lowerBound
        }
        guard since == nil || after == nil else {
            throw Problem(
                ProblemCode(.contradiction), "“after” and “since” are mutually exclusive.",
                hint: "Send only one of them.")
        }
    }

    private func wants(_ event: Event) -> Bool {
        (types.isEmpty || types.contains(event.payload.typeName))
            && (locale == nil || event.locale == locale) && cursor.map { event.id > $0 } ?? true
    }

    /// Returns a page of events from the read model: all events, or the events since a given time.
    func events(in snapshot: Snapshot) throws -> FeedPage {
        let from = since.map { EventID.highest(at: UInt64(clamping: $0 - 1)) }
        var filter = EventFilter(
            locale: locale, types: types.sorted(), after: [cursor, from].compactMap(\.self).max(),
            limit: limit + 1)
        filter.takesOldest = true
        let stored = try snapshot.model.events(filter)
        let position = try through ?? snapshot.position?.commit ?? ""
        return FeedPage(position: position, events: stored, gone: [], limit: limit)
    }

    /// Returns a page of the difference between two positions.
    func difference(in snapshot: Snapshot) throws -> FeedPage {
        guard let after, let old = try snapshot.knownPosition(after),
            let new = try through.map(snapshot.knownPosition) ?? snapshot.position
        else { throw Self.unknownPosition }
        let difference = try snapshot.eventDifference(from: old, to: new)
        return FeedPage(
            position: new.commit,
            events: Array(difference.came.filter { wants($0.event) }.prefix(limit + 1)),
            gone: cursor == nil ? difference.gone : [], limit: limit)
    }

    /// Parses a position in a query parameter or a header field.
    static func position(_ name: String, _ text: String?) throws(Problem) -> String? {
        guard let text else { return nil }
        guard ObjectName.isFull(text) else {
            throw Problem(
                ProblemCode(.invalidValue), "“\(name)” is not a valid position.",
                hint: "Send a position from a response; it has 40 hexadecimal digits.")
        }
        return text
    }

    static let unknownPosition = Problem(
        .unknownPosition, "This position is no longer part of the log.",
        hint: "Start again without “after”, or with “since”, and skip known events.")
}

struct FeedPage: Sendable {
    let position: String
    /// The events, including one beyond the limit if there is another page.
    let events: [StoredEvent]
    let gone: [EventID]
    let limit: Int
}

extension Snapshot {
    /// Returns the position of a commit, or nil if the commit is unknown or not part of the log.
    func knownPosition(_ commit: String) throws -> Position? {
        do {
            return try position(of: commit)
        } catch let refusal as Refusal where refusal.code == .unknownRevision {
            return nil
        }
    }
}

extension ProjectCall {
    fileprivate func answer(_ feed: FeedPage) -> Response {
        let shown = feed.events.prefix(feed.limit)
        let hasMore = feed.events.count > feed.limit
        var bytes = Array("{\"events\":[".utf8)
        for (index, stored) in shown.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += stored.jsonBytes(showsAddresses: context.showsAddresses)
        }
        let rest = JSONValue.object { members in
            members.add("gone", list: feed.gone.map(\.description))
            members.add("more", hasMore)
            members.add("position", feed.position)
        }
        // The rest of the object follows the list, because events are sent in their stored form.
        bytes += Array("],".utf8) + CanonicalJSON.encode(rest).dropFirst() + [UInt8(ascii: "\n")]
        var response = Response.bytes(bytes, mediaType: "application/json")
        response.headers[.dragomanPosition] = feed.position
        if hasMore, let last = shown.last {
            response.headers[.link] = context.linkToNext(
                last.event.id.description, [("through", feed.position)])
        }
        return response
    }
}
