public import ReadModel

extension Projection {
    /// The digest of the state.
    public func digest() throws -> String { try read { try $0.digest() } }

    /// Returns the tables that differ from those of another projection of the same log.
    public func differingTables(from other: Projection) throws -> [String] {
        try read { model in try other.read { try model.differingTables(from: $0) } }
    }
}
