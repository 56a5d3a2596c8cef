package import JSON
package import Translation

extension CheckInfo {
    /// The description of a check: `{"check", "severity", "default", "summary"}`.
    package var json: JSONValue {
        .object { members in
            members.add("check", name)
            members.add("severity", severity.rawValue)
            members.add("default", isDefault)
            members.add("summary", summary)
        }
    }
}
