import EventStore
import GitEventStore
import Machine
import ReadModel
import Texts
import Translation
import Workspace

extension RepositoryCheck {
    /// Returns the problems in the log's lines, found with a read model that was just rebuilt from
    /// them.
    ///
    /// If lines contradict each other and `position` is not nil, searches the history up to
    /// `position` for the first of these lines.
    func eventProblems(
        _ fresh: ReadModel, at position: Position? = nil
    ) throws -> [FsckReport.Problem] {
        var problems = try fresh.problems(isCanonical: isCanonical)
        var contradictions: [LineContradiction] = []
        if let position {
            let ids = Set(
                problems.filter { $0.kind == .duplicate }.compactMap(\.event?.description))
            contradictions = try store.contradictions(of: ids, at: position)
            let explained = Set(contradictions.map(\.id))
            problems.removeAll {
                $0.kind == .duplicate && explained.contains($0.event?.description ?? "")
            }
        }
        return problems.map(FsckReport.Problem.init)
            + contradictions.flatMap(FsckReport.Problem.problems) + (try clockProblems(fresh))
    }

    /// Returns true if a tag is in its canonical form, the form in which tags are stored.
    private func isCanonical(_ tag: LanguageTag) -> Bool {
        (try? CanonicalTag.parse(tag.rawValue).tag.utf8.elementsEqual(tag.rawValue.utf8)) ?? false
    }

    private func clockProblems(_ model: ReadModel) throws -> [FsckReport.Problem] {
        let limit = workspace.host.timeOfIDs + EventClock<RandomBits>.tolerance
        return try model.eventIDs(after: limit).map { id in
            FsckReport.Problem(
                path: GitEventStore.eventsDirectory,
                "The event's time is more than a day ahead of this machine's clock.", event: id,
                isError: false)
        }
    }
}

extension FsckReport.Problem {
    /// Returns a problem for each wrong line, or for every line if the history does not show which
    /// line is right.
    fileprivate static func problems(of contradiction: LineContradiction) -> [Self] {
        let root = GitEventStore.eventsDirectory
        let event = EventID(contradiction.id)
        guard let first = contradiction.first else {
            let variants = contradiction.others.map(FsckReport.Variant.init)
            return contradiction.others.map { line in
                Self(
                    path: "\(root)/\(line.path)", line: line.number,
                    "Another line has the same id, and it is unknown which came first. The line that sorts first byte by byte is used.",
                    event: event, variants: variants)
            }
        }
        return contradiction.others.map { line in
            Self(
                path: "\(root)/\(line.path)", line: line.number,
                "The line is invalid: \(root)/\(first.path):\(first.number) has the same id but "
                    + "different bytes, and came first.",
                event: event)
        }
    }

    init(_ problem: ReadModel.Problem) {
        self.init(
            path: "\(GitEventStore.eventsDirectory)/\(problem.path)", line: problem.line,
            problem.message, event: problem.event, isError: problem.isError)
    }
}
