import Hosting
import HTTPTypes
import Hummingbird
import ReadModel
import Representations
import Sync
import Translation
import Workspace

extension APIRoutes {
    var syncRoutes: [Route] { [sync] }

    private var sync: Route {
        route(
            "sync.run", .post, "/sync", "Fetch from a Git remote, merge, and push to it.",
            access: .scope(.admin),
            parameters: [
                .init(
                    "remote",
                    "The remote; by default, the project's `remote`, or the one that the branch follows."
                )
            ],
            answers: [.json(.named("Sync"), "The received and the sent events.")]
        ) { [replicator] call in
            try call.requireAllLanguages()
            let report: SyncReport
            do {
                report = try await replicator.sync(
                    call.project.settings, with: call.context.query["remote"])
            } catch is Replicator.Busy {
                throw Problem(
                    ProblemCode(.busy), "The project is being synchronized already.",
                    hint: "Try again in a moment.", headers: [.retryAfter: "5"])
            }
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
