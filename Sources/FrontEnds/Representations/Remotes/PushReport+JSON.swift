package import JSON
import Sync
import Workspace

extension PushReport {
    /// The result of a push.
    ///
    /// The shape is
    /// `{"remote", "url", "branch", "old"?, "commit", "events", "proposals", "locales", "tags"}`.
    package var json: JSONValue {
        .object { members in
            members.add("remote", remote)
            members.add("url", url)
            members.add("branch", branch)
            members.add("old", old)
            members.add("commit", commit)
            news.add(to: &members)
            members.add("tags", list: tags)
        }
    }
}
