package import ReadModel

extension Projection {
    /// The digest of the state.
    package func digest() throws -> String { try read { try $0.digest() } }

    /// Returns the tables that differ between this projection and another one of the same log.
    package func differingTables(from other: Projection) throws -> [String] {
        try read { model in try other.read { try model.differingTables(from: $0) } }
    }
}
