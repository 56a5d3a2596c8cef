import Hosting
import Hummingbird
import Translation
import Workspace

extension ProjectCall {
    /// Returns the current value of a channel, and the event that set it.
    ///
    /// Throws `unknown-channel`, or `unavailable-release` if the value is not valid or the commit
    /// is not in a branch or tag of the repository. Because of that status, 503, caches keep the
    /// release that they have.
    func channel(_ name: String) async throws -> (value: ReleaseChannel, event: EventID) {
        let channels = try await project.channels()
        guard let state = channels[name] else {
            throw Problem(
                .unknownChannel, "The project has no channel “\(name)”.",
                hint: channels.isEmpty
                    ? "A maintainer creates channels; `latest` is the newest state."
                    : "Use a channel of the project, or `latest`.",
                nearest: NearestMatches.of(name, among: channels.keys))
        }
        guard let value = state.release else {
            throw Problem.unavailable("The value of the channel “\(name)” is not valid.")
        }
        guard try await project.hasRelease(value.commit) else {
            throw Problem.unavailable(
                "The release of the channel “\(name)”, \(value.commit), is not in a branch or tag of this server's repository."
            )
        }
        return (value, state.event.id)
    }
}

extension Problem {
    /// The problem for a release that exists, but cannot be made.
    static func unavailable(_ detail: String) -> Problem {
        Problem(
            .unavailableRelease, detail,
            hint: "Keep the release that you have, and try again later.",
            headers: [.retryAfter: "60"])
    }
}
