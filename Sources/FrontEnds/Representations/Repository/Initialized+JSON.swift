package import JSON
package import Workspace

extension Workspace.Initialized {
    /// The result of creating a project: `{"commit", "events": []}`.
    package var json: JSONValue {
        .object { members in
            members.add("commit", commit)
            members.add("events", list: [])
        }
    }
}
