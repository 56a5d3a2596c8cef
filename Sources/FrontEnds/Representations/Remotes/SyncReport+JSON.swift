package import JSON
import Sync
import Workspace

extension SyncReport {
    /// The result of fetching, merging and pushing.
    ///
    /// The members are `remote`, `url`, `branch`, `commit`, `received`, `sent`, `united`,
    /// `conflicts`, `restored`, `repaired` and `lost`. `conflicts` is the number of conflicts after
    /// the sync, and is absent if they were not counted.
    package func json(conflicts: Int?) -> JSONValue {
        .object { members in
            members.add("remote", remote)
            members.add("url", url)
            members.add("branch", branch)
            members.add("commit", commit)
            members.add("received", received.json)
            members.add("sent", sent.json)
            members.add("united", isUnited)
            if let conflicts { members.add("conflicts", conflicts) }
            members.add("restored", restored)
            members.add("repaired", .array(repaired.map { .string($0) }))
            members.add("lost", .array(lost.map(\.json)))
        }
    }
}
