import JSON
import ReadModel
import Representations
import Translation

/// Messages of event streams, as `text/event-stream` has them.
///
/// <https://html.spec.whatwg.org/multipage/server-sent-events.html>
enum FeedMessage {
    /// How many events a message has at most.
    static let mostEvents = 256

    /// What a stream begins with: how soon a client comes back, in milliseconds, and where it goes on if nothing came before.
    static func beginning(at position: String) -> [UInt8] {
        Array("retry: 2000\nid: \(position)\n\n".utf8)
    }

    /// A line that says nothing, so that a connection that is gone is noticed on both sides.
    static let comment = Array(": \n\n".utf8)

    /// Another position without anything that is wanted: the client goes on from here, and hears nothing.
    static func silent(at position: String) -> [UInt8] { Array("id: \(position)\n\n".utf8) }

    /// Messages with events, of which only the last one has the position as its id: whoever loses the connection between two of them
    /// gets all of them again.
    ///
    /// `isWhole` says whether there is nothing more of the step after these.
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
                bytes += stored.shown(showsAddresses: showsAddresses)
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

extension StoredEvent {
    /// The event in canonical JSON, as it is stored, or without mail addresses.
    func shown(showsAddresses: Bool) -> [UInt8] {
        showsAddresses ? line : CanonicalJSON.encode(event.json.withoutAddresses)
    }
}
