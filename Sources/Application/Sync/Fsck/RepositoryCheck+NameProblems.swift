import EventStore
import Git
import GitEventStore
import Languages
import Machine
import Translation
import Workspace

extension RepositoryCheck {
    /// Returns the names in the tip's tree that some systems cannot store or cannot tell apart.
    ///
    /// Such names cause no data loss, because the log is read from Git's objects. Cost: reads every
    /// directory of the tree.
    func nameProblems(at position: Position) throws -> [FsckReport.Problem] {
        guard let tip = ObjectID(hex: position.commit) else { return [] }
        var problems: [FsckReport.Problem] = []
        try addNameProblems(in: try store.repository.treeEntries(of: tip), at: "", to: &problems)
        return problems
    }

    private func addNameProblems(
        in entries: [TreeEntry], at directory: String, to problems: inout [FsckReport.Problem]
    ) throws {
        func path(_ entry: TreeEntry) -> String {
            directory.isEmpty ? entry.name : directory + "/" + entry.name
        }
        for entry in entries {
            if let fault = PortableName.fault(in: entry.name) {
                problems.append(FsckReport.Problem(path: path(entry), fault, isError: false))
            }
            if directory.isEmpty, EventPath.isLookalike(entry.name) {
                problems.append(
                    FsckReport.Problem(
                        path: path(entry),
                        "Some file systems confuse this name with one in the log.",
                        isError: false))
            }
        }
        // ``fileProblems(at:)`` reports event files whose names differ only in case.
        let others = entries.filter { $0.mode == .directory || !EventPath.isInLog(path($0)) }
        for (entry, other) in PortableName.collisions(of: others, among: others) {
            problems.append(
                FsckReport.Problem(
                    path: path(entry),
                    "Some file systems confuse this name with “\(Visible.escaping(other.name))” "
                        + "in the same directory.",
                    isError: false))
        }
        for entry in entries where entry.mode == .directory {
            try addNameProblems(
                in: try store.repository.treeEntries(of: entry.id), at: path(entry), to: &problems)
        }
    }
}
