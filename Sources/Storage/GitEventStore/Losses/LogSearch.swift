import EventStore
import Git

/// A search for lines in a commit's log.
struct LogSearch {
    let repository: GitRepository

    /// Removes from `lines` the lines that log files contain, and stops reading when `lines` is
    /// empty.
    ///
    /// Cost: reads the files that are not in `known` and for which `isWanted` returns true, until
    /// the last line is found.
    func remove(
        _ lines: inout Set<ArraySlice<UInt8>>, from commit: ObjectID,
        besides known: Set<ObjectID> = [], files isWanted: (String) -> Bool = { _ in true }
    ) throws(GitError) {
        var missing = lines
        try forEachContent(in: commit, besides: known, files: isWanted) { _, content in
            missing.subtract(LogFile.lines(of: content))
            return missing.isEmpty ? .stop : .continue
        }
        lines = missing
    }

    /// Returns the lines in the log for each identity, with their locations; each line occurs once.
    ///
    /// Cost: reads the whole log, and guesses the identity of each line.
    func lines(
        of ids: Set<String>, by identity: LineIdentity, in commit: ObjectID
    ) throws(GitError) -> [String: [LogLine]] {
        guard !ids.isEmpty else { return [:] }
        var found: [String: [LogLine]] = [:]
        try forEachContent(in: commit) { path, content in
            add(linesOf: content, at: path, with: ids, by: identity, to: &found)
            return .continue
        }
        return found
    }

    /// Adds the lines of a file that have one of the identities, each line once.
    func add(
        linesOf content: [UInt8], at path: String, with ids: Set<String>,
        by identity: LineIdentity, to found: inout [String: [LogLine]]
    ) {
        // Empty lines count, because lines are numbered.
        let lines = content.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (offset, line) in lines.enumerated() {
            guard let guess = identity.guess(line), ids.contains(guess),
                let id = identity.exact(line), ids.contains(id),
                found[id]?.contains(where: { $0.bytes.elementsEqual(line) }) != true
            else { continue }
            found[id, default: []].append(
                LogLine(
                    path: GitEventStore.pathInLog(path), number: offset + 1, bytes: Array(line)))
        }
    }

    private func forEachContent(
        in commit: ObjectID, besides known: Set<ObjectID> = [],
        files isWanted: (String) -> Bool = { _ in true },
        _ body: (_ path: String, _ content: [UInt8]) -> WalkStep
    ) throws(GitError) {
        var seen = known
        var step = WalkStep.continue
        try repository.forEachFile(in: commit, under: GitEventStore.eventsDirectory) {
            path, blob throws(GitError) in
            guard step == .continue, GitEventStore.isLogFile(path), isWanted(path),
                seen.insert(blob).inserted
            else { return }
            step = body(path, try repository.readBlob(blob))
        }
    }
}
