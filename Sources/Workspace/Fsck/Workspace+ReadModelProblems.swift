import ReadModel

extension Workspace {
    /// What the read model on disk says otherwise than one that was just made of the log.
    func readModelProblems(comparedWith fresh: ReadModel) throws -> [FsckReport.Problem] {
        try readModel.differingTables(from: fresh).map { table in
            FsckReport.Problem(
                path: readModel.path ?? "read model",
                "The table “\(table)” of the read model is not what the log says; `dragoman rebuild` mends it."
            )
        }
    }
}
