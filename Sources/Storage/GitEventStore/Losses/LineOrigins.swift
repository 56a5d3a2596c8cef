import Git

/// The history of lines that share an identity, to find the line that was first.
///
/// That line is the correct one, and the others are alterations. A line was first if every commit
/// that added another line has an ancestor that contains it. If lines were added in the same
/// commits, the smallest line counts as the first. If commits are unrelated or history is missing
/// before one of them, the order is unknown.
struct LineOrigins {
    private typealias Indices = Set<Int>

    private let repository: GitRepository
    private let index: [ArraySlice<UInt8>: Int]
    /// The commits that added each line: they contain the line, and none of their ancestors does.
    private var origins: [[Origin]]
    /// The sets of lines that a commit in the tip's history contained at the same time.
    private var stoodTogether: Set<Indices> = []
    private var heldByOld: Indices = []

    /// A commit that added a line, with the lines in its ancestors and all lines that the commit
    /// added.
    private struct Origin {
        let before: Indices
        let with: Indices
        /// Whether ancestors of the commit are missing.
        let isCut: Bool
    }

    /// The lines of a commit, as far as its history can be read.
    private struct Holding {
        /// The number of files that contain each line.
        var counts: [Int: Int] = [:]
        /// The lines that the commit or an ancestor contains.
        var seen: Indices = []
        var isCut = false
    }

    /// Reads the history of `tip`, `old` and `others`, once for all lines.
    ///
    /// `others` are commits that contained lines that are now missing. Cost: reads that history,
    /// and every log file in it. Create this value only if lines contradict each other.
    init(
        of lines: Set<ArraySlice<UInt8>>, in repository: GitRepository, tip: ObjectID,
        old: ObjectID?, others: [ObjectID]
    ) throws(GitError) {
        self.repository = repository
        index = Dictionary(uniqueKeysWithValues: zip(lines, 0...))
        origins = Array(repeating: [], count: lines.count)
        var ancestry = OldestFirst(repository)
        try ancestry.add(tip)
        let ofTip = ancestry.commits.count
        for other in [old].compactMap(\.self) + others { try ancestry.add(other) }
        var contents: [ObjectID: Indices] = [:]
        var holdings: [ObjectID: Holding] = [:]
        for (place, commit) in ancestry.commits.enumerated() {
            let holding = try holding(of: commit, holdings, &contents)
            holdings[commit.id] = holding
            if place < ofTip, holding.counts.count > 1 {
                stoodTogether.insert(Set(holding.counts.keys))
            }
        }
        if let old { heldByOld = Set((holdings[old]?.counts ?? [:]).keys) }
    }

    // MARK: Queries

    /// Returns the lines that no other line in `lines` precedes; all of `lines` share an identity.
    ///
    /// Returns one line if the order is known, and several otherwise.
    func first(of lines: [ArraySlice<UInt8>]) -> Set<ArraySlice<UInt8>> {
        Set(lines.filter { line in !lines.contains { isBefore($0, line) } })
    }

    /// Returns true if a commit in the tip's history contained both lines.
    ///
    /// The author who removed one of them then knew both.
    func stoodBeside(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
        guard let one = index[one], let other = index[other] else { return false }
        return stoodTogether.contains { $0.contains(one) && $0.contains(other) }
    }

    /// Returns true if `old`, with which the tip is compared, contains a line.
    func wasThere(_ line: ArraySlice<UInt8>) -> Bool {
        index[line].map(heldByOld.contains) ?? false
    }

    private func isBefore(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
        guard let first = index[one], let second = index[other], first != second,
            !origins[first].isEmpty, !origins[second].isEmpty,
            !(origins[first] + origins[second]).contains(where: \.isCut)
        else { return false }
        if origins[second].allSatisfy({ $0.before.contains(first) }) { return true }
        let cameTogether =
            origins[second].allSatisfy { $0.with.contains(first) }
            && origins[first].allSatisfy { $0.with.contains(second) }
        return cameTogether && one.lexicographicallyPrecedes(other)
    }

    // MARK: Reading history

    private mutating func holding(
        of commit: Commit, _ known: [ObjectID: Holding], _ contents: inout [ObjectID: Indices]
    ) throws(GitError) -> Holding {
        let parents = commit.parents.compactMap { known[$0] }
        var holding = Holding()
        for parent in parents {
            holding.seen.formUnion(parent.seen)
            if parent.isCut { holding.isCut = true }
        }
        if parents.count < commit.parents.count { holding.isCut = true }
        let before = holding.seen
        // Apply the changes since one parent to that parent's known lines.
        let parent = commit.parents.first { known[$0] != nil }
        holding.counts = parent.flatMap { known[$0]?.counts } ?? [:]
        do throws(GitError) {
            let changes = try repository.changes(
                from: parent, to: commit.id, under: GitEventStore.eventsDirectory)
            for change in changes
            where change.old != change.new && GitEventStore.isLogFile(change.path) {
                for line in try lines(of: change.old, &contents) {
                    holding.counts[line, default: 0] -= 1
                }
                for line in try lines(of: change.new, &contents) {
                    holding.counts[line, default: 0] += 1
                }
            }
        } catch {
            guard error.isDamage else { throw error }
            holding.isCut = true
        }
        holding.counts = holding.counts.filter { $0.value > 0 }
        let held = Set(holding.counts.keys)
        holding.seen.formUnion(held)
        for line in held.subtracting(before) {
            origins[line].append(
                Origin(before: before, with: held.subtracting(before), isCut: holding.isCut))
        }
        return holding
    }

    private func lines(
        of blob: ObjectID?, _ contents: inout [ObjectID: Indices]
    ) throws(GitError) -> Indices {
        guard let blob else { return [] }
        if let known = contents[blob] { return known }
        let lines = Set(LogFile.lines(of: try repository.readBlob(blob)).compactMap { index[$0] })
        contents[blob] = lines
        return lines
    }
}

/// Commits in an order in which ancestors come first; missing and damaged commits are omitted.
private struct OldestFirst {
    private(set) var commits: [Commit] = []
    private let repository: GitRepository
    private var seen: Set<ObjectID> = []

    private enum Step {
        case enter(ObjectID)
        case leave(Commit)
    }

    init(_ repository: GitRepository) { self.repository = repository }

    /// Adds a commit and its ancestors, except for commits that were already added.
    mutating func add(_ start: ObjectID) throws(GitError) {
        var waiting: [Step] = [.enter(start)]
        while let step = waiting.popLast() {
            switch step {
            case .leave(let commit): commits.append(commit)
            case .enter(let id):
                guard seen.insert(id).inserted, let commit = try readable(id) else { continue }
                waiting.append(.leave(commit))
                for parent in commit.parents { waiting.append(.enter(parent)) }
            }
        }
    }

    private func readable(_ id: ObjectID) throws(GitError) -> Commit? {
        do throws(GitError) {
            return try repository.objectExists(id) ? try repository.commit(id) : nil
        } catch {
            guard error.isDamage else { throw error }
            return nil
        }
    }
}
