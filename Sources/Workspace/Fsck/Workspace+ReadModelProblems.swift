import EventStore
import Git
import GitEventStore
import ReadModel
import Translation

extension Workspace {
    /// How often the comparison begins again because another process brought the read model to another position.
    private static let comparisons = 5

    /// Differences between the read model on disk and one that was just made of the log at a position.
    ///
    /// Another process may bring the file to another position meanwhile; then a new one is made of the log there.
    func readModelProblems(
        comparedWith fresh: Projection, at position: Position
    ) throws -> [FsckReport.Problem] {
        var (fresh, position) = (fresh, position)
        for _ in 0..<Self.comparisons {
            do {
                return try fresh.read { fresh in
                    try readModelProblems(comparedWith: fresh, at: position)
                }
            } catch is Projection.PositionMoved {
                position = try catchUp()
                fresh = try Projection.inMemory(
                    project: project, store: store, position: position, folders: nil)
            }
        }
        return [
            FsckReport.Problem(
                path: projection.path ?? "read model",
                "Other processes kept changing the read model, and it was not compared.",
                isError: false)
        ]
    }

    private func readModelProblems(
        comparedWith fresh: ReadModel, at position: Position
    ) throws -> [FsckReport.Problem] {
        let path = projection.path ?? "read model"
        do {
            let tables = try projection.read(at: position) { try $0.differingTables(from: fresh) }
            return tables.map { table in
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
