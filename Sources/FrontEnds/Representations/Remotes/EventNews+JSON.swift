package import JSON
import Sync
import Texts
import Translation
import Workspace

extension EventNews {
    /// Transferred events: `{"events", "proposals", "locales": [{"locale", "events"}]}`.
    package var json: JSONValue { .object { add(to: &$0) } }

    /// Adds `events`, `proposals` and `locales`.
    func add(to members: inout JSONMembers) {
        members.add("events", events)
        members.add("proposals", proposals)
        members.add(
            "locales",
            .array(
                locales.map { count in
                    .object { members in
                        members.add("locale", count.locale.rawValue)
                        members.add("events", count.events)
                    }
                }))
    }
}

extension MissingEvent {
    /// An event that a remote has lost: `{"event"?, "path"}`, with the file that contained it.
    package var json: JSONValue {
        .object { members in
            members.add("event", id)
            members.add("path", path)
        }
    }
}
