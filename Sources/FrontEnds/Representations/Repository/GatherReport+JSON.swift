package import JSON
import Sync
import Workspace

extension GatherReport {
    /// The result of gathering event files.
    ///
    /// The shape is
    /// `{"commit"?, "events": [], "remote"?, "removed", "added", "lines", "bytes", "files"}`.
    /// `events` is always empty, because gathering moves events and adds none.
    package var json: JSONValue {
        .object { members in
            members.add("commit", commit)
            members.add("events", list: [])
            members.add("remote", remote)
            members.add("removed", removedFiles)
            members.add("added", addedFiles)
            members.add("lines", lines)
            members.add("bytes", bytes)
            members.add("files", totalFiles)
        }
    }
}
