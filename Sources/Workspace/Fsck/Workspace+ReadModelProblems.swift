import ReadModel

extension Workspace {
    /// What the read model on disk says otherwise than one that was just made of the log.
    func readModelProblems(comparedWith fresh: ReadModel) throws -> [FsckReport.Problem] {
        let path = readModel.path ?? "read model"
        do {
            return try readModel.differingTables(from: fresh).map { table in
                FsckReport.Problem(
                    path: path,
                    "The table “\(table)” of the read model is not what the log says; `dragoman rebuild` mends it."
                )
            }
        } catch {
            guard let damage = ReadModel.damage(error) else { throw error }
            return [
                FsckReport.Problem(
                    path: path,
                    "The read model is damaged (\(damage)); `dragoman rebuild` mends it.")
            ]
        }
    }
}
