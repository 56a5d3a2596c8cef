import Dispatch
import EventStore
import Git
import GitEventStore
import ReadModel
import Translation
import Workspace

extension RepositoryCheck {
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
                return try differences(from: fresh, at: position)
            } catch is Projection.PositionMoved {
                position = try workspace.catchUp()
                fresh = try Projection.temporary(
                    project: workspace.project, store: store, position: position)
            }
        }
        return [
            FsckReport.Problem(
                path: workspace.projection.path ?? "read model",
                "Other processes kept changing the read model, and it was not compared.",
                isError: false)
        ]
    }

    private func differences(
        from fresh: Projection, at position: Position
    ) throws -> [FsckReport.Problem] {
        let path = workspace.projection.path ?? "read model"
        // Another thread reads the new one meanwhile.
        let expected = Handoff(on: DispatchQueue(label: "dragoman.fsck")) {
            try fresh.read { try $0.contentHashes() }
        }
        do {
            let found = Result {
                try workspace.projection.read(at: position) { try $0.contentHashes() }
            }
            // Nobody else may use the new one before the other thread is done with it.
            guard let wanted = try expected.take() else { return [] }
            return try found.get().differingTables(from: wanted).map { table in
                FsckReport.Problem(
                    path: path,
                    "The table “\(table)” of the read model is not what the log says.",
                    hint: .typed("`dragoman rebuild` makes it anew from the log."))
            }
        } catch let failure as ReadModel.Failure where failure.kind == .damage {
            return [
                FsckReport.Problem(
                    path: path,
                    "The read model is damaged: \(failure.reason).",
                    hint: .typed("`dragoman rebuild` makes it anew from the log."))
            ]
        }
    }
}
