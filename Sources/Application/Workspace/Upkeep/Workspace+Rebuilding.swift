import ReadModel

extension Workspace {
    /// Rebuilds the read model from the log, and returns its number of events and its digest.
    public func rebuild() throws -> (events: Int, digest: String) {
        let position = try Self.requireHead(of: store)
        try withSoundProjection { projection in
            try projection.rebuild(
                from: store, at: position, progress: readingProgress, waiting: sayWaiting)
        }
        return try projection.read { (try $0.eventCount(), try $0.digest()) }
    }
}
