package import JSON
package import Sync

extension Diagnosis {
    /// The diagnosis: `{"ok", "findings": [{"subject", "outcome", "message", "hint"?}]}`.
    package var json: JSONValue {
        .object { members in
            members.add("ok", !hasProblem)
            members.add("findings", .array(findings.map(\.json)))
        }
    }
}

extension Diagnosis.Finding {
    fileprivate var json: JSONValue {
        .object { members in
            members.add("subject", subject.rawValue)
            members.add("outcome", outcome.rawValue)
            members.add("message", message)
            members.add("hint", hint)
        }
    }
}
