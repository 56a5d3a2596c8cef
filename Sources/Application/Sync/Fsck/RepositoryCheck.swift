import Git
import GitEventStore
import ReadModel
import Translation
package import Workspace

/// A check of a whole repository: `dragoman fsck`.
///
/// Each kind of problem has a separate file with an extension of this type.
package struct RepositoryCheck {
    let workspace: Workspace
    let survey: DamageSurvey

    package init(_ workspace: Workspace) {
        self.workspace = workspace
        survey = DamageSurvey(workspace)
    }

    /// Checks all objects that the branch needs, all event files in the tip, the events in its
    /// history, and the read model.
    ///
    /// If the tip itself is damaged, the number of events and the digest cover only the readable
    /// part. Cost: reads and folds the whole log from scratch, and reads the whole history.
    package func run() throws -> FsckReport {
        let damaged = try survey.damagedObjects()
        var problems = try referenceProblems() + packingProblems() + damaged.map { try problem($0) }
        guard !damaged.contains(where: \.isAtTip) else {
            return try reportOfWhatCanBeRead(problems)
        }
        let position = try workspace.catchUp()
        let fresh = try Projection.temporary(
            project: workspace.project, store: store, position: position)
        problems += try fileProblems(at: position) + nameProblems(at: position)
        problems += try fresh.read { try eventProblems($0, at: position) }
        if damaged.isEmpty {
            problems += try LostEvents(workspace).problems(before: position)
        } else {
            problems.append(
                FsckReport.Problem(
                    path: store.branch.rawValue,
                    "The history cannot be checked for lost events while some of its objects are damaged.",
                    isError: false))
        }
        problems += try readModelProblems(comparedWith: fresh, at: position)
        return try fresh.read { fresh in
            FsckReport(
                events: try fresh.eventCount(), digest: try fresh.digest(), problems: problems)
        }
    }

    var store: GitEventStore { workspace.store }

    private func reportOfWhatCanBeRead(_ problems: [FsckReport.Problem]) throws -> FsckReport {
        let files = try tip().map(store.readableFiles) ?? []
        return try Projection.inMemory(project: workspace.project, files: files).read { fresh in
            FsckReport(
                events: try fresh.eventCount(), digest: try fresh.digest(),
                problems: problems + (workspace.isProjectKnown ? try eventProblems(fresh) : []))
        }
    }

    /// Returns the commit that the branch, or otherwise its remote-tracking branch, points at.
    ///
    /// The commit itself may be missing.
    private func tip() throws -> ObjectID? {
        let targets = try store.repository.referenceTargets()
        for name in [store.branch, store.remoteBranch] {
            if let found = targets.first(where: { $0.name == name?.rawValue })?.target {
                return found
            }
        }
        return nil
    }
}
