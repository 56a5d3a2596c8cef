import Synchronization
import Workspace

/// Remembers a project's channels, and which commits its branches and tags contain.
final class ReleaseMemory: Sendable {
    private struct State {
        var channels: (states: [String: ChannelState], version: TextVersions.Version)?
        var commits: [String: (isContained: Bool, end: ContinuousClock.Instant)] = [:]
    }

    private let state = Mutex(State())

    /// The time for which the result for a commit is used, because no event tells that a branch or
    /// tag was changed.
    private static let duration = Duration.seconds(30)
    /// The maximum number of commits.
    private static let mostCommits = 1_000

    /// Returns the channels, unless the settings have another version now.
    func channels(_ version: TextVersions.Version) -> [String: ChannelState]? {
        state.withLock { state in
            state.channels.flatMap { $0.version == version ? $0.states : nil }
        }
    }

    func note(_ states: [String: ChannelState], _ version: TextVersions.Version) {
        state.withLock { $0.channels = (states, version) }
    }

    /// Returns whether a branch or tag contains a commit, or nil if that is not known.
    func isContained(_ commit: String) -> Bool? {
        state.withLock { state in
            state.commits[commit].flatMap { ContinuousClock.now < $0.end ? $0.isContained : nil }
        }
    }

    func note(_ commit: String, isContained: Bool) {
        state.withLock { state in
            if state.commits.count >= Self.mostCommits { state.commits = [:] }
            state.commits[commit] = (isContained, .now + Self.duration)
        }
    }
}
