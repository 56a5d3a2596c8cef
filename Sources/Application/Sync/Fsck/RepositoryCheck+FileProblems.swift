import EventStore
import Git
import GitEventStore

extension RepositoryCheck {
    /// Checks the names of the log's files, their final newlines, and the hashes in the names of
    /// segments.
    func fileProblems(at position: Position) throws -> [FsckReport.Problem] {
        let root = GitEventStore.eventsDirectory
        var problems: [FsckReport.Problem] = []
        let files = try store.difference(from: nil, to: position, folders: nil)
        let repeated = Self.repeatedFoldedNames(of: files.lazy.map { "\(root)/\($0.path)" })
        var byFoldedName: [String: String] = [:]
        for difference in files {
            guard let content = difference.new else { continue }
            let path = "\(root)/\(difference.path)"
            guard path.hasSuffix(".jsonl") else {
                problems.append(
                    FsckReport.Problem(
                        path: path,
                        "The file is not part of the log, and is ignored.", isError: false))
                continue
            }
            let folded = path.lowercased()
            if repeated.contains(folded),
                let other = byFoldedName.updateValue(path, forKey: folded)
            {
                problems.append(
                    FsckReport.Problem(path: path, likeness(of: path, to: other)))
            }
            let bytes = try store.content(content)
            if let last = bytes.last, last != UInt8(ascii: "\n") {
                problems.append(
                    FsckReport.Problem(
                        path: path, "The file does not end with a newline.", isError: false))
            }
            let name = String(path.split(separator: "/").last?.dropLast(".jsonl".count) ?? "")
            if GitEventStore.isSegmentName(name),
                GitEventStore.segmentName(of: bytes) != name
            {
                problems.append(
                    FsckReport.Problem(
                        path: path, "The segment's name is not the hash of its contents."))
            }
        }
        return problems
    }

    /// Returns the lowercase names that may belong to more than one path.
    ///
    /// The result contains every repeated name, and possibly a few others. A large log has half a
    /// million paths, so only the hashes of the names are kept.
    private static func repeatedFoldedNames(of paths: some Sequence<String>) -> Set<String> {
        var hashes: Set<Int> = []
        var repeated: Set<String> = []
        for path in paths {
            let folded = path.lowercased()
            if !hashes.insert(folded.hashValue).inserted { repeated.insert(folded) }
        }
        return repeated
    }

    /// Describes the difference between two file names that some systems treat as equal.
    ///
    /// Swift compares strings by canonical equivalence, so the bytes are compared here.
    private func likeness(of path: String, to other: String) -> String {
        if path.utf8.elementsEqual(other.utf8) {
            return
                "Another file has the same name, or a name that reads the same; all of these files are read."
        }
        let difference =
            path.lowercased().utf8.elementsEqual(other.lowercased().utf8)
            ? "in letter case" : "in the encoding of its letters"
        return
            "Its name differs from \(other) only \(difference), so some file systems can store only one of the two files."
    }
}
