import ReadModel

extension Workspace {
    /// Makes the read model anew from the log, and returns what it holds.
    public func rebuild() throws -> (events: Int, digest: String) {
        let position = try Self.requireHead(of: store)
        try withSoundReadModel { model in
            try model.rebuild(
                from: store, at: position, progress: readingProgress, waiting: sayWaiting)
        }
        return (try readModel.eventCount(), try readModel.digest())
    }
}
