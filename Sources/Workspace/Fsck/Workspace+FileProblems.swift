import EventStore
import Git
import GitEventStore

extension Workspace {
    /// What is wrong with the names of the log's files.
    func fileProblems(at position: Position) throws -> [FsckReport.Problem] {
        let root = GitEventStore.eventsDirectory
        var problems: [FsckReport.Problem] = []
        var byFoldedName: [String: String] = [:]
        for difference in try store.difference(from: nil, to: position, folders: nil) {
            guard let content = difference.new else { continue }
            let path = "\(root)/\(difference.path)"
            guard path.hasSuffix(".jsonl") else {
                problems.append(
                    FsckReport.Problem(
                        path: path, "The file is not of the log: nobody reads it.", isError: false))
                continue
            }
            let folded = path.lowercased()
            if let other = byFoldedName.updateValue(path, forKey: folded) {
                problems.append(
                    FsckReport.Problem(
                        path: path,
                        "Its name differs from \(other) in upper and lower case only: some systems can hold one of them."
                    ))
            }
            let name = String(path.split(separator: "/").last?.dropLast(".jsonl".count) ?? "")
            if GitEventStore.isSegmentName(name),
                try GitEventStore.segmentName(of: store.content(content)) != name
            {
                problems.append(
                    FsckReport.Problem(
                        path: path, "The segment's name is not the hash of what it holds."))
            }
        }
        return problems
    }
}
