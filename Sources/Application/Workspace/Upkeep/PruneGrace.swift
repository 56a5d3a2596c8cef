package import Git
import Machine

/// How long `git gc` keeps objects that nothing refers to.
///
/// A writer stores objects before it moves the branch to them, so packing must not remove young ones, whatever the user's
/// settings: `gc.pruneExpire` of `now` would remove what another process is about to refer to.
package struct PruneGrace {
    /// What Git itself does without a setting.
    private static let least = "2.weeks.ago"
    /// The setting, and ours under a name of its own, so that git reads both on one clock.
    private static let setting = "gc.pruneexpire"
    private static let ours = "dragoman.pruneexpire"

    /// Whether the user's setting is shorter than two weeks, or cannot be read.
    package let isOverridden: Bool

    /// Asks git what the repository's setting means; costs a process if there is one.
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
        // Objects older than this time, in seconds since 1970, are removed; 0 is never, and the greatest number is now.
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

    /// What `git gc` is told: nothing if the user's setting is long enough.
    package var arguments: [String] { isOverridden ? ["--prune=\(Self.least)"] : [] }
}
