import Dispatch
import Hosting
import HTTPTypes
import Hummingbird
import Logging
import ReadModel
import Representations
import Sync
import Synchronization
import Translation
import Workspace

extension APIRoutes {
    var syncRoutes: [Route] { [sync] }

    private var sync: Route {
        route(
            "sync.run", .post, "/sync", "Fetch from a Git remote, merge, and push to it.",
            access: .scope(.admin),
            parameters: [
                .init("remote", "The remote; by default, the one that the branch follows.")
            ],
            answers: [.json(.named("Sync"), "The received and the sent events.")]
        ) { [directory, syncs] call in
            try call.requireAllLanguages()
            let report = try await syncs.sync(
                call, with: call.context.query["remote"],
                committer: directory.projects.configuration.server.identity)
            try await call.project.reach(report.commit)
            let (conflicts, position) = try await call.read { snapshot in
                (try snapshot.model.conflicts().count, try snapshot.position)
            }
            var response = Response.json(report.json(conflicts: conflicts))
            if let position { call.mark(&response, position) }
            return response
        }
    }
}

/// Synchronizes projects with their remotes, one at a time for each project.
final class RemoteSyncs: Sendable {
    private let running = Mutex<Set<String>>([])

    /// The longest time that a sync may take, in seconds.
    private static let patience: UInt64 = 60

    /// Synchronizes a project with a remote, on a thread of its own.
    ///
    /// `committer` is the author of merges, or nil for the identity in Git's configuration. Throws
    /// `busy` if the project is being synchronized already, and a refusal if the sync fails or
    /// takes too long.
    func sync(
        _ call: ProjectCall, with remote: String?, committer: Actor?
    ) async throws -> SyncReport {
        let settings = call.project.settings
        guard running.withLock({ $0.insert(settings.name).inserted }) else {
            throw Problem(
                ProblemCode(.busy), "The project is being synchronized already.",
                hint: "Try again in a moment.", headers: [.retryAfter: "5"])
        }
        defer { running.withLock { _ = $0.remove(settings.name) } }
        let logger = call.context.logger
        return try await withCheckedThrowingContinuation { answer in
            DispatchQueue(label: "dragoman.sync").async { [host = call.context.host] in
                answer.resume(
                    with: Result {
                        let end = DispatchTime.now() + .seconds(Int(Self.patience))
                        let dialogue = RemoteDialogue(
                            warn: { logger.warning("\($0)") },
                            isCancelled: { DispatchTime.now() > end })
                        var exchange = try Exchange(
                            settings.path, host: host, dialogue: dialogue)
                        exchange.committer = committer
                        return try exchange.sync(remote)
                    })
            }
        }
    }
}
