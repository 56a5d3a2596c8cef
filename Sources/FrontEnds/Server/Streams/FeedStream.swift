import EventStore
import Hosting
import HTTPTypes
import Hummingbird
import NIOCore
import ReadModel
import Synchronization
import Texts
import Translation
import Workspace

/// A stream of changes to the log, which lasts until its client disconnects, its token becomes
/// invalid, or the server stops.
///
/// It keeps neither a snapshot nor events in memory while it waits for its client.
struct FeedStream: Sendable {
    let call: ProjectCall
    let directory: ProjectDirectory
    let filter: FeedFilter
    let streams: FeedStreams
    let reader: EventFeed.Reader
    let position: String
    let showsAddresses: Bool
    /// The stream's seat, which counts towards the limits while the stream exists.
    let seat: FeedStreams.Seat

    /// The approximate size of older events that are read at a time, in bytes.
    private static let pageBytes = 1 << 20

    /// The error thrown when the client fell too far behind or disconnected: the connection closes
    /// without a final message.
    struct Ended: Error {}

    var response: Response {
        // A proxy that buffers the response would delay the events.
        let headers: HTTPFields = [
            .contentType: "text/event-stream", .cacheControl: "private, no-store",
            .accelBuffering: "no", .dragomanPosition: position,
        ]
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in try await send(to: &writer) }
        )
    }

    private func send(to writer: inout any ResponseBodyWriter) async throws {
        seat.whenWoken { [weak reader] in reader?.wake() }
        let connection = Connection(call.context.arrival.channel, reader)
        try await writer.write(FeedMessage.beginning(at: position))
        let clock = Task { [reader, silence = streams.limits.silence] in
            while (try? await Task.sleep(for: silence)) != nil { reader.wake() }
        }
        defer { clock.cancel() }
        var round = streams.round
        var checked = ContinuousClock.now
        for await _ in reader.news {
            guard !connection.isClosed else { throw Ended() }
            guard !streams.isEnding else { break }
            let now = ContinuousClock.now
            if streams.round != round || now - checked >= streams.limits.silence {
                (round, checked) = (streams.round, now)
                guard await mayGoOn() else { break }
            }
            if try await !sendNews(to: &writer) { try await writer.write(FeedMessage.comment) }
        }
        try await writer.finish(nil)
    }

    /// Returns true if the sender may still read the project, and the server still serves this
    /// instance of the project.
    private func mayGoOn() async -> Bool {
        let name = call.project.settings.name
        guard let project = try? directory.projects.project(named: name), project === call.project
        else { return false }
        return await call.context.sender.isStillAdmitted()
    }

    /// Sends all available events; returns true if there were any.
    private func sendNews(to writer: inout any ResponseBodyWriter) async throws -> Bool {
        var sent = false
        while !streams.isEnding {
            switch reader.next() {
            case .nothing: return sent
            case .cutOff: throw Ended()
            case .step(let step): try await writer.write(bytes(of: step))
            case .older(let old, let new): try await sendDifference(from: old, to: new, &writer)
            }
            sent = true
        }
        return true
    }

    private func bytes(of step: EventFeed.Step) -> [UInt8] {
        guard filter.isEverything else {
            return FeedMessage.messages(
                step.events.filter { filter.wants($0.event) }, gone: step.gone,
                position: step.position.commit, showsAddresses: showsAddresses)
        }
        return step.bytes(form: showsAddresses ? 1 : 0) {
            FeedMessage.messages(
                step.events, gone: step.gone, position: step.position.commit,
                showsAddresses: showsAddresses)
        }
    }

    /// Sends the events that are no longer in memory, one piece at a time.
    ///
    /// Each piece is read separately, and is not retained while the client receives it.
    private func sendDifference(
        from old: Position, to new: Position, _ writer: inout any ResponseBodyWriter
    ) async throws {
        var last: EventID?
        while true {
            let piece = try await piece(from: old, to: new, after: last)
            try await writer.write(piece.bytes)
            guard piece.hasMore else { return }
            last = piece.last
        }
    }

    private struct Piece: Sendable {
        let bytes: [UInt8]
        let last: EventID?
        let hasMore: Bool
    }

    private func piece(
        from old: Position, to new: Position, after last: EventID?
    ) async throws -> Piece {
        try await call.project.readSlowly { [filter, showsAddresses] snapshot in
            let difference = try snapshot.eventDifference(from: old, to: new)
            let rest = difference.came.filter { stored in
                filter.wants(stored.event) && last.map { stored.event.id > $0 } ?? true
            }
            var size = 0
            let chosen = rest.prefix { stored in
                defer { size += stored.line.count }
                return size < Self.pageBytes
            }
            return Piece(
                bytes: FeedMessage.messages(
                    chosen, gone: last == nil ? difference.gone : [], position: new.commit,
                    showsAddresses: showsAddresses, isWhole: chosen.count == rest.count),
                last: chosen.last?.event.id, hasMore: chosen.count < rest.count)
        }
    }
}

struct FeedFilter: Sendable {
    let types: Set<String>
    let locale: LanguageTag?

    var isEverything: Bool { types.isEmpty && locale == nil }

    func wants(_ event: Event) -> Bool {
        (types.isEmpty || types.contains(event.payload.typeName))
            && (locale == nil || event.locale == locale)
    }
}

/// Tracks whether a stream's connection is open.
///
/// Without this class, a stream that waits for events would not notice a closed connection.
private final class Connection: Sendable {
    private let closed = Atomic(false)

    init(_ channel: any Channel, _ reader: EventFeed.Reader) {
        channel.closeFuture.whenComplete { [weak self, weak reader] _ in
            self?.closed.store(true, ordering: .releasing)
            reader?.wake()
        }
    }

    var isClosed: Bool { closed.load(ordering: .acquiring) }
}

extension ResponseBodyWriter {
    fileprivate mutating func write(_ bytes: [UInt8]) async throws {
        guard !bytes.isEmpty else { return }
        try await write(ByteBuffer(bytes: bytes))
    }
}
