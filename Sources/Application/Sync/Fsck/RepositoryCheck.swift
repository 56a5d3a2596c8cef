import Git
import GitEventStore
import ReadModel
import Translation

extension Workspace {
    /// Looks at every object that the branch needs, at every event file of the tip, at what its history had, and at
    /// the read model.
    ///
    /// Each kind of look is in a file of its own beside this one. Where the tip itself is damaged, events and digest are
    /// those that can be read. Cost: the whole log, read and folded anew, and the whole history.
    public func fsck() throws -> FsckReport {
        let damaged = try damagedObjects()
        var problems = try referenceProblems() + packingProblems() + damaged.map { try problem($0) }
        guard !damaged.contains(where: \.isAtTip) else {
            return try reportOfWhatCanBeRead(problems)
        }
        let position = try catchUp()
        let fresh = try Projection.temporary(
            project: project, store: store, position: position)
        problems += try fileProblems(at: position) + nameProblems(at: position)
        problems += try fresh.read { try eventProblems($0, at: position) }
        if damaged.isEmpty {
            problems += try historyProblems(before: position)
        } else {
            problems.append(
                FsckReport.Problem(
                    path: store.branch.rawValue,
                    "What history had cannot be compared while objects of it are damaged.",
                    isError: false))
        }
        problems += try readModelProblems(comparedWith: fresh, at: position)
        return try fresh.read { fresh in
            FsckReport(
                events: try fresh.eventCount(), digest: try fresh.digest(), problems: problems)
        }
    }

    private func reportOfWhatCanBeRead(_ problems: [FsckReport.Problem]) throws -> FsckReport {
        let files = try tip().map(store.readableFiles) ?? []
        return try Projection.inMemory(project: project, files: files).read { fresh in
            FsckReport(
                events: try fresh.eventCount(), digest: try fresh.digest(),
                problems: problems + (isProjectKnown ? try eventProblems(fresh) : []))
        }
    }

    /// Where the branch stands, whether or not its commit is there.
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
