import JSON
import ReadModel
import Representations
import Translation

/// Messages of event streams, in the format `text/event-stream`.
///
/// Source: <https://html.spec.whatwg.org/multipage/server-sent-events.html>.
enum FeedMessage {
    /// The maximum number of events in a message.
    static let mostEvents = 256

    /// Returns the beginning of a stream: the reconnection time, and the position to resume from.
    ///
    /// The reconnection time is in milliseconds. A client resumes from the position if it receives
    /// nothing else.
    static func beginning(at position: String) -> [UInt8] {
        Array("retry: 2000\nid: \(position)\n\n".utf8)
    }

    /// A comment without meaning, which lets both sides detect a lost connection.
    static let comment = Array(": \n\n".utf8)

    /// Returns a new position without matching events.
    ///
    /// Clients resume from the position, but do not receive a message.
    static func silent(at position: String) -> [UInt8] { Array("id: \(position)\n\n".utf8) }

    /// Returns messages with events.
    ///
    /// Only the last message contains the position as its id, so a client whose connection breaks
    /// between two messages receives all messages again. `isWhole` is true if these are the last
    /// events of the step.
    static func messages(
        _ events: some Collection<StoredEvent>, gone: [EventID], position: String,
        showsAddresses: Bool, isWhole: Bool = true
    ) -> [UInt8] {
        guard !events.isEmpty || !gone.isEmpty else { return isWhole ? silent(at: position) : [] }
        var bytes: [UInt8] = []
        var rest = events[...]
        repeat {
            let part = rest.prefix(mostEvents)
            let isFirst = part.startIndex == events.startIndex
            rest = rest.dropFirst(mostEvents)
            bytes += Array("event: events\n".utf8)
            if isWhole, rest.isEmpty { bytes += Array("id: \(position)\n".utf8) }
            bytes += Array("data: {\"events\":[".utf8)
            for (index, stored) in part.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes += stored.jsonBytes(showsAddresses: showsAddresses)
            }
            let end = JSONValue.object { members in
                if isFirst, !gone.isEmpty { members.add("gone", list: gone.map(\.description)) }
                members.add("position", position)
            }
            bytes += Array("],".utf8) + CanonicalJSON.encode(end).dropFirst() + Array("\n\n".utf8)
        } while !rest.isEmpty
        return bytes
    }
}
