package import JSON
import Sync
import Translation
import Workspace

extension FsckReport {
    /// The result of verifying the log: `{"ok", "events", "digest", "problems"}`.
    ///
    /// A problem is `{"path", "line"?, "severity", "problem", "event"?, "variants"?}`.
    package var json: JSONValue {
        .object { members in
            members.add("ok", isOK)
            members.add("events", events)
            members.add("digest", digest)
            members.add("problems", .array(problems.map(\.json)))
        }
    }
}

extension FsckReport.Problem {
    fileprivate var json: JSONValue {
        .object { members in
            members.add("path", path)
            if let line { members.add("line", line) }
            members.add("severity", isError ? "error" : "warning")
            members.add("problem", problem)
            members.add("event", event)
            guard !variants.isEmpty else { return }
            members.add("variants", .array(variants.map(\.json)))
        }
    }
}

extension FsckReport.Variant {
    fileprivate var json: JSONValue {
        .object { members in
            members.add("place", place)
            members.add("line", String(decoding: line, as: UTF8.self))
        }
    }
}

extension JSONValue {
    /// The size and the state of a log: `{"events", "digest"}`.
    ///
    /// `digest` is the digest of the folded state.
    package static func log(events: Int, digest: String) -> JSONValue {
        .object { members in
            members.add("events", events)
            members.add("digest", digest)
        }
    }
}
