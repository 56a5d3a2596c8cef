import ReadModel

extension Workspace {
    /// Looks at every event file of the tip, at what its history had, and at the read model.
    ///
    /// Each kind of look is in a file of its own beside this one. Cost: the whole log, read and folded anew, and
    /// the whole history.
    public func fsck() throws -> FsckReport {
        let position = try catchUp()
        let fresh = try ReadModel.inMemory(
            project: project, store: store, position: position, folders: nil)
        let problems =
            try eventProblems(fresh) + historyProblems(before: position)
            + readModelProblems(comparedWith: fresh)
        return FsckReport(
            events: try fresh.eventCount(), digest: try fresh.digest(), problems: problems)
    }
}
