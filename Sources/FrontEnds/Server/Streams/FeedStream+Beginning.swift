import EventStore
import Hosting
import HTTPTypes
import Hummingbird
import ReadModel
import Translation
import Workspace

extension ProjectCall {
    /// Responds with a stream of events: the events after the client's position, followed by new
    /// events.
    ///
    /// Without a position, the stream begins with new events. Throws `unknown-position` if the
    /// position is no longer part of the log.
    func stream(_ directory: ProjectDirectory, _ streams: FeedStreams) async throws -> Response {
        let query = context.query
        for name in ["since", "through", "limit", "cursor"] where query[name] != nil {
            throw Problem(
                ProblemCode(.contradiction), "“\(name)” does not apply to a stream.",
                hint: "Omit it, or request JSON.")
        }
        // A browser that reconnects sends a newer position than the position in its original
        // address.
        let last = context.header(.lastEventID).flatMap { $0.isEmpty ? nil : $0 }
        let after =
            try FeedQuery.position("Last-Event-ID", last)
            ?? FeedQuery.position("after", query["after"])
        let filter = FeedFilter(
            types: Set(query.values(of: "type")),
            locale: try query["locale"].map { try language($0) })
        if let wanted = try context.wantedPosition() { try await project.reach(wanted) }
        let seat = try streams.enter(context.principal, from: context.sender.address)
        let (reader, position) = try await follow(after)
        context.record.note { $0.position = position }
        return FeedStream(
            call: self, directory: directory, filter: filter, streams: streams, reader: reader,
            position: position, showsAddresses: context.showsAddresses, seat: seat
        ).response
    }

    private func follow(_ after: String?) async throws -> (EventFeed.Reader, String) {
        let cutOff: @Sendable () -> Void = { [channel = context.arrival.channel] in
            channel.close(promise: nil)
        }
        if after == nil, let tip = project.feed.position?.commit,
            let reader = project.feed.follow(after: tip, cutOff: cutOff)
        {
            return (reader, tip)
        }
        guard let after else { throw Problem(.opening) }
        if let reader = project.feed.follow(after: after, cutOff: cutOff) { return (reader, after) }
        let known = try await project.read { try $0.knownPosition(after) }
        guard let known, let reader = project.feed.follow(from: known, cutOff: cutOff) else {
            throw FeedQuery.unknownPosition
        }
        return (reader, after)
    }
}
