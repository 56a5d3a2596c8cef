import EventStore
import Git
import GitEventStore
import Translation
package import Workspace

/// The result of verifying a history against the project's rules.
package struct HistoryVerification: Sendable {
    /// The number of commits that were judged.
    package let commits: Int
    /// The violations of rules, and the checks that were not possible.
    package let findings: [PolicyFinding]
    /// The commits in the range whose parents are missing; the history before them was not judged.
    package let borders: [String]

    /// Whether the whole history was judged and no rule was violated.
    package var isOK: Bool { findings.isAllowed && borders.isEmpty }
}

/// Verifies the history of a project against the project's rules.
package struct HistoryVerifier {
    private let workspace: Workspace
    private var store: GitEventStore { workspace.store }

    /// Creates a verifier for an open repository.
    package init(_ workspace: Workspace) { self.workspace = workspace }

    /// Judges the history up to a commit.
    ///
    /// Each step of the branch counts as one push by the signer of its commit. `range` is `A..B`,
    /// or `B` for the whole history of `B`, or nil for the history of the branch. With `asPush`,
    /// the range is judged as one push, by the rules at `A` or at the revision `rules`.
    ///
    /// Only signers can be identified. For all other commits, the actors are reported as unchecked.
    /// If a shallow clone lacks part of the range, the result is not OK. Cost: reads the changes in
    /// each step, and the log at the start of the range.
    package func verify(
        _ range: String?, asPush: Bool = false, rules: String? = nil
    ) throws -> HistoryVerification {
        let (start, end) = try ends(of: range)
        let judge = PushJudge(
            store: store, host: workspace.host, pusher: .unknown, moment: .ofCommit)
        if asPush || rules != nil {
            let base = try rules.map { try workspace.commit(of: $0) } ?? start
            let findings = try judge.findings(
                of: PushJudge.Move(old: start, new: end, base: base))
            return HistoryVerification(
                commits: try count(from: end, without: start), findings: findings,
                borders: try borders(from: end, without: start))
        }
        return try steps(from: start, to: end, judge)
    }

    private func ends(of range: String?) throws -> (start: ObjectID?, end: ObjectID) {
        guard let range else { return (nil, try tip()) }
        let name = { (text: String) in text.isEmpty ? self.store.branch.shorthand : text }
        switch RevisionRange(range) {
        case .single(let end): return (nil, try workspace.commit(of: name(end)))
        case .range(let start, let end):
            return (try workspace.commit(of: name(start)), try workspace.commit(of: name(end)))
        case .symmetric(let left, let right):
            let (one, other) = (
                try workspace.commit(of: name(left)), try workspace.commit(of: name(right))
            )
            return (try store.repository.mergeBases(one, other).first, other)
        }
    }

    private func tip() throws -> ObjectID {
        let head = try Workspace.requireHead(of: store)
        return try ObjectID(hex: head.commit) ?? workspace.commit(of: store.branch.shorthand)
    }

    private func count(from end: ObjectID, without start: ObjectID?) throws -> Int {
        var count = 0
        try store.repository.forEachCommit(from: [end], hiding: start.map { [$0] } ?? []) { _ in
            count += 1
            return .continue
        }
        return count
    }

    /// Returns the commits whose parents are missing from a shallow clone.
    private func borders(from end: ObjectID, without start: ObjectID?) throws -> [String] {
        let repository = store.repository
        guard try repository.isShallow() else { return [] }
        var borders: [String] = []
        try repository.forEachCommit(from: [end], hiding: start.map { [$0] } ?? []) {
            commit throws(GitError) in
            for parent in commit.parents where try !repository.objectExists(parent) {
                borders.append(commit.id.description)
                break
            }
            return .continue
        }
        return borders
    }

    private func steps(
        from start: ObjectID?, to end: ObjectID, _ judge: PushJudge
    ) throws -> HistoryVerification {
        var line = try firstParents(from: end, to: start)
        var known = KnownEvents(nil, source: workspace.project.source)
        var before = start
        if let start {
            try known.add(logOf: start, in: store.repository)
        } else if let border = line.first, !border.parents.isEmpty {
            // In a shallow clone, the events at the border were judged elsewhere, or not at all.
            try known.add(logOf: border.id, in: store.repository)
            before = border.id
            line.removeFirst()
        }
        var findings: [PolicyFinding] = []
        for (index, commit) in line.enumerated() {
            var move = PushJudge.Move(old: before, new: commit.id, base: before)
            move.known = known
            findings += try judge.findings(of: move).map { finding in
                var finding = finding
                finding.commit = finding.commit ?? commit.id.description
                return finding
            }
            try known.add(from: before, to: commit.id, in: store.repository)
            before = commit.id
            workspace.reportProgress?("Checking commits", index + 1, line.count)
        }
        return HistoryVerification(
            commits: line.count, findings: findings,
            borders: try borders(from: end, without: start))
    }

    /// Returns the steps of a branch, oldest first.
    ///
    /// Merged commits belong to the step of their merge.
    private func firstParents(from end: ObjectID, to start: ObjectID?) throws -> [Commit] {
        var line: [Commit] = []
        var next: ObjectID? = end
        while let id = next, id != start, try store.repository.objectExists(id) {
            let commit = try store.repository.commit(id)
            // The start may have been merged without being a step of the branch. The walk then ends
            // at the first step that the start contains.
            if let start, try store.repository.isAncestor(id, of: start) { break }
            line.append(commit)
            next = commit.parents.first
        }
        return line.reversed()
    }
}

extension KnownEvents {
    /// Adds the events of one step of the branch.
    mutating func add(
        from old: ObjectID?, to new: ObjectID, in repository: GitRepository
    ) throws {
        for change in try repository.entryChanges(from: old, to: new) {
            guard let entry = change.new, entry.mode.isFile, EventPath.isInLog(change.path),
                change.path.hasSuffix(".jsonl")
            else { continue }
            let content = try repository.readBlob(entry.id)
            for line in content.split(separator: UInt8(ascii: "\n")) {
                add(line, folder: EventPath.folder(of: change.path))
            }
        }
    }
}
