package import JSON
import Sync
import Workspace

extension FetchReport {
    /// The result of a fetch.
    ///
    /// The shape is `{"remote", "url", "changes", "events", "proposals", "locales", "lost"}`.
    package var json: JSONValue {
        .object { members in
            members.add("remote", remote)
            members.add("url", url)
            members.add("changes", .array(changes.map(\.json)))
            news.add(to: &members)
            members.add("lost", .array(lost.map(\.json)))
        }
    }
}

extension FetchReport.Change {
    fileprivate var json: JSONValue {
        .object { members in
            members.add("reference", name)
            members.add("old", old)
            members.add("new", new)
            members.add("forced", isForced)
        }
    }
}
