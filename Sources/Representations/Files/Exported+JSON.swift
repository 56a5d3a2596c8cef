public import JSON
public import Workspace

extension Exported {
    /// The result of an export: `{"files": [paths], "unrepresentable": […]}`.
    public var json: JSONValue {
        .object { members in
            members.add("files", list: files.map(\.path))
            members.add("unrepresentable", .array(unrepresentable.map(\.json)))
        }
    }
}
