import Dispatch
import EventStore
import Git
import GitEventStore
import ReadModel
import Translation
import Workspace

extension RepositoryCheck {
    /// The maximum number of comparisons when other processes keep moving the read model to another
    /// position.
    private static let comparisons = 5

    /// Returns the differences between the read model on disk and one rebuilt from the log at
    /// `position`.
    ///
    /// If another process moves the read model to another position meanwhile, rebuilds the
    /// comparison model at that position.
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
                "Other processes kept changing the read model, so it was not compared.",
                isError: false)
        ]
    }

    private func differences(
        from fresh: Projection, at position: Position
    ) throws -> [FsckReport.Problem] {
        let path = workspace.projection.path ?? "read model"
        // Another thread reads the rebuilt model while this thread reads the model on disk.
        let expected = Handoff(on: DispatchQueue(label: "dragoman.fsck")) {
            try fresh.read { try $0.contentHashes() }
        }
        do {
            let found = Result {
                try workspace.projection.read(at: position) { try $0.contentHashes() }
            }
            // The rebuilt model must not be used until the other thread has finished.
            guard let wanted = try expected.take() else { return [] }
            return try found.get().differingTables(from: wanted).map { table in
                FsckReport.Problem(
                    path: path,
                    "The table “\(table)” of the read model does not match the log.",
                    hint: .typed("`dragoman rebuild` rebuilds it from the log."))
            }
        } catch let failure as ReadModel.Failure where failure.kind == .damage {
            return [
                FsckReport.Problem(
                    path: path,
                    "The read model is damaged: \(failure.reason).",
                    hint: .typed("`dragoman rebuild` rebuilds it from the log."))
            ]
        }
    }
}
