import EventStore
import Git

/// Looks for lines in the log of a tree.
struct LogSearch {
    let repository: GitRepository

    /// Removes the lines that files of the log have, and stops reading when none is left.
    ///
    /// Cost: the files that are not among `known` and that `isWanted` lets through, read until the last line is found.
    func remove(
        _ lines: inout Set<ArraySlice<UInt8>>, from commit: ObjectID,
        besides known: Set<ObjectID> = [], files isWanted: (String) -> Bool = { _ in true }
    ) throws(GitError) {
        var missing = lines
        try forEachContent(in: commit, besides: known, files: isWanted) { content in
            missing.subtract(LogFile.lines(of: content))
            return missing.isEmpty ? .stop : .continue
        }
        lines = missing
    }

    /// Returns the lines that the log has of each identity, of several the smallest.
    ///
    /// Cost: the whole log, each line guessed at.
    func smallestLines(
        of ids: Set<String>, by identity: LineIdentity, in commit: ObjectID
    ) throws(GitError) -> [String: ArraySlice<UInt8>] {
        guard !ids.isEmpty else { return [:] }
        var found: [String: ArraySlice<UInt8>] = [:]
        try forEachContent(in: commit) { content in
            for line in LogFile.lines(of: content) {
                guard let guess = identity.guess(line), ids.contains(guess),
                    let id = identity.exact(line), ids.contains(id)
                else { continue }
                if let other = found[id], other.lexicographicallyPrecedes(line) { continue }
                found[id] = line
            }
            return .continue
        }
        return found
    }

    private func forEachContent(
        in commit: ObjectID, besides known: Set<ObjectID> = [],
        files isWanted: (String) -> Bool = { _ in true }, _ body: ([UInt8]) -> WalkStep
    ) throws(GitError) {
        var seen = known
        var step = WalkStep.continue
        try repository.forEachFile(in: commit, under: GitEventStore.eventsDirectory) {
            path, blob throws(GitError) in
            guard step == .continue, GitEventStore.isLogFile(path), isWanted(path),
                seen.insert(blob).inserted
            else { return }
            step = body(try repository.readBlob(blob))
        }
    }
}
