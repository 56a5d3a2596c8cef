import ReadModel

extension Workspace {
    /// Makes the read model anew from the log, and returns what it holds.
    public func rebuild() throws -> (events: Int, digest: String) {
        let position = try Self.requireHead(of: store)
        try readModel.rebuild(from: store, at: position) { [reportProgress] done, total in
            reportProgress?("Reading events", done, total)
        }
        return (try readModel.eventCount(), try readModel.digest())
    }
}
