import Workspace

extension Workspace {
    /// Gathers, and pushes with nobody to ask.
    func gather(
        olderThan age: Int64 = gatheringAge, isDryRun: Bool = false
    ) throws -> GatherReport {
        try gather(olderThan: age, isDryRun: isDryRun) { try push($0) }
    }
}
