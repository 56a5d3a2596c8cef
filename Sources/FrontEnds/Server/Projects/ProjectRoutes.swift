import Hosting

enum ProjectRoutes {
    static func all(
        _ directory: ProjectDirectory, _ streams: FeedStreams, _ bundles: BundleStore,
        _ replicator: Replicator, version: String
    ) -> [Route] {
        APIRoutes(
            directory: directory, streams: streams, version: version, replicator: replicator
        ).all
            + NStackRoutes(directory).all
            + I18nextRoutes(directory).all
            + BundleRoutes(directory, bundles, version: version).all
            + GitRoutes(directory).all
            + AgentRoutes(directory: directory, version: version).all
    }
}
