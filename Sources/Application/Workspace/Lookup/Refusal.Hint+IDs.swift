package import Translation

extension Refusal.Hint {
    /// Suggests the commands that list the ids of proposals and events.
    package static let listIDs = Refusal.Hint(
        typed: "`dragoman proposals` and `dragoman log` list ids.",
        http: "`GET /proposals` and `GET /log` list ids.")

    /// Suggests the commands that list the ids of events, proposals and commits, and `fetch`, the
    /// Git command that fetches a commit.
    static func listIDsAndCommits(fetching fetch: String?) -> Refusal.Hint {
        Refusal.Hint(
            typed: "`dragoman log` and `dragoman proposals` list ids; `git log` lists commits"
                + (fetch.map { "; `\($0)` fetches a commit." } ?? "."),
            http: listIDs.http)
    }
}
