import GitEventStore
import Languages
import ReadModel
import Translation

extension Workspace {
    /// What is wrong with the lines of the log, given as a read model that was just made of them.
    func eventProblems(_ fresh: ReadModel) throws -> [FsckReport.Problem] {
        try fresh.problems(isCanonical: isCanonical).map(FsckReport.Problem.init)
            + clockProblems(fresh)
    }

    /// Whether a tag is written as people's tags are stored; true where ICU's data are missing, and nothing can be said.
    private func isCanonical(_ tag: LanguageTag) -> Bool {
        do throws(LanguageTagError) {
            return try CanonicalTag.parse(tag.rawValue).tag.utf8.elementsEqual(tag.rawValue.utf8)
        } catch {
            return error.problem == .unavailable
        }
    }

    private func clockProblems(_ model: ReadModel) throws -> [FsckReport.Problem] {
        let limit = UInt64(machine.now()) + EventClock<RandomBits>.tolerance
        return try model.eventIDs(after: limit).map { id in
            FsckReport.Problem(
                path: GitEventStore.eventsDirectory,
                "The event is more than a day ahead of this machine's clock.", event: id,
                isError: false)
        }
    }
}

extension FsckReport.Problem {
    init(_ problem: ReadModel.Problem) {
        self.init(
            path: "\(GitEventStore.eventsDirectory)/\(problem.path)", line: problem.line,
            problem.message, event: problem.event, isError: problem.isError)
    }
}
