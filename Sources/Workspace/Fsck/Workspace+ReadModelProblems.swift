import EventStore
import Git
import GitEventStore
import ReadModel
import Translation

extension Workspace {
    /// What the read model on disk says otherwise than one that was just made of the log.
    func readModelProblems(comparedWith fresh: ReadModel) throws -> [FsckReport.Problem] {
        let path = projection.path ?? "read model"
        do {
            return try projection.read { try $0.differingTables(from: fresh) }.map { table in
                FsckReport.Problem(
                    path: path,
                    "The table “\(table)” of the read model is not what the log says.",
                    hint: .repository(.rebuildReadModel))
            }
        } catch let failure as ReadModel.Failure where failure.kind == .damage {
            return [
                FsckReport.Problem(
                    path: path,
                    "The read model is damaged: \(failure.reason).",
                    hint: .repository(.rebuildReadModel))
            ]
        }
    }

    /// The lines that the read model has of a file; none where it is damaged, too.
    func projectedLines(of object: DamagedObject) -> [(id: EventID, line: [UInt8])] {
        let content = ContentID(object.id.description)
        return (try? projection.read { try $0.lines(of: content) }) ?? []
    }
}
