public import JSON
public import Workspace

extension Workspace.Initialized {
    /// The result of creating a project: `{"commit", "events": []}`.
    public var json: JSONValue {
        .object { members in
            members.add("commit", commit)
            members.add("events", list: [])
        }
    }
}
