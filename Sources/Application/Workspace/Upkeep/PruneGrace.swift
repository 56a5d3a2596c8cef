package import Git
import Machine

/// The time for which `git gc` keeps unreferenced objects.
///
/// A writer stores objects before it moves the branch to them, so packing must never remove recent
/// objects. A user's `gc.pruneExpire` of `now` would remove objects that another process is about
/// to reference.
package struct PruneGrace {
    /// Git's default.
    private static let least = "2.weeks.ago"
    /// The user's setting and Dragoman's, with different names, so that git evaluates both with the
    /// same clock.
    private static let setting = "gc.pruneexpire"
    private static let ours = "dragoman.pruneexpire"

    /// Whether the user's setting is shorter than two weeks, or cannot be evaluated.
    package let isOverridden: Bool

    /// Asks git to evaluate the repository's setting; starts a process only if there is a setting.
    package init(of repository: GitRepository, git: String, on host: Host) throws {
        guard try repository.string(forKey: Self.setting) != nil else {
            isOverridden = false
            return
        }
        let result = try Program.runGit(
            git,
            [
                "-c", "\(Self.ours)=\(Self.least)", "config", "--type=expiry-date", "--get-regexp",
                #"^(gc|dragoman)\.pruneexpire$"#,
            ], in: repository, on: host)
        // Objects older than this time, in seconds since 1970, are removed. 0 means never, and the
        // greatest number means now.
        var times: [Substring: UInt64] = [:]
        for line in result.output.split(separator: "\n") {
            let fields = line.split(separator: " ", maxSplits: 1)
            if fields.count == 2 { times[fields[0]] = UInt64(fields[1]) }
        }
        guard let theirs = times[Substring(Self.setting)], let least = times[Substring(Self.ours)]
        else {
            isOverridden = true
            return
        }
        isOverridden = theirs > least
    }

    /// The arguments for `git gc`; empty if the user's setting is long enough.
    package var arguments: [String] { isOverridden ? ["--prune=\(Self.least)"] : [] }
}
