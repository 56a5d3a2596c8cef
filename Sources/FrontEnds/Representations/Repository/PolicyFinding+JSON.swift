package import JSON
package import Policy
import Translation
import Workspace

extension PolicyFinding {
    /// A violation of the project's rules.
    ///
    /// The shape is `{"rule", "severity", "message", "commit"?, "path"?, "line"?, "event"?}`.
    package var json: JSONValue {
        .object { members in
            members.add("rule", rule.rawValue)
            members.add("severity", severity.rawValue)
            members.add("message", message)
            members.add("commit", commit)
            members.add("path", path)
            if let line { members.add("line", line) }
            members.add("event", event)
        }
    }
}

extension HistoryVerification {
    /// The result of verifying a history: `{"ok", "commits", "findings", "borders": [commits]}`.
    package var json: JSONValue {
        .object { members in
            members.add("ok", isOK)
            members.add("commits", commits)
            members.add("findings", .array(findings.map(\.json)))
            members.add("borders", list: borders)
        }
    }
}

extension PushReception.Update {
    /// The verdict on one updated reference: `{"ref", "old"?, "new"?, "ok", "findings"}`.
    package func json(_ findings: [PolicyFinding]) -> JSONValue {
        .object { members in
            members.add("ref", reference)
            members.add("old", old)
            members.add("new", new)
            members.add("ok", findings.isAllowed)
            members.add("findings", .array(findings.map(\.json)))
        }
    }
}
