import Git
import GitEventStore
import Translation

/// The commits in a push that are not in any judged branch, with the lines and files they added.
struct FreshCommits {
    struct Fresh {
        let id: ObjectID
        let isMerge: Bool
        /// Whether parents of the commit are missing, as at the border of a shallow repository.
        let isCutOff: Bool
        let signature: CommitSignatures.Result

        /// The signer, if the signature is valid and belongs to a known person.
        var signer: Pusher.Identity? {
            if case .good(let identity) = signature { identity } else { nil }
        }
    }

    /// The commits, oldest first.
    private(set) var commits: [Fresh] = []
    private var byLine: [ArraySlice<UInt8>: Int] = [:]
    private var byPath: [String: Int] = [:]
    private var filesBeside: [(path: String, index: Int)] = []
    private var ownChanges: OwnChanges

    /// Examines the commits in a move, and checks their signatures with `check`.
    ///
    /// Cost: proportional to the changes in each commit.
    init(
        of move: PushJudge.Move, in repository: GitRepository,
        check: (Commit) throws -> CommitSignatures.Result
    ) throws {
        ownChanges = OwnChanges(in: repository)
        var found: [Commit] = []
        let hidden = [move.old, move.base].compactMap(\.self) + move.others
        try repository.forEachCommit(from: [move.new], hiding: hidden) { commit in
            found.append(commit)
            return .continue
        }
        for commit in found.reversed() {
            let parents = try commit.parents.filter(repository.objectExists)
            commits.append(
                Fresh(
                    id: commit.id, isMerge: commit.parents.count > 1,
                    isCutOff: parents.count < commit.parents.count, signature: try check(commit)))
            try note(commit.id, parents, base: move.base, in: repository)
        }
    }

    /// Returns the commit that first added a line.
    func commit(adding line: ArraySlice<UInt8>) -> Fresh? { byLine[line].map { commits[$0] } }

    /// Returns the last commit that changed a file, rather than taking it from a parent.
    func commit(changing path: String) -> Fresh? { byPath[path].map { commits[$0] } }

    /// The files outside the log that the commits changed themselves, excluding files taken from a
    /// parent.
    ///
    /// Every change is listed, even if a later commit in the push reverts it. Another push could
    /// start from a commit in between.
    var changesBeside: [(path: String, commit: Fresh)] {
        filesBeside.map { ($0.path, commits[$0.index]) }
    }

    /// Returns the last commit that may have changed a file, if the commit's parents are missing.
    ///
    /// Without the parents, it is unknown whether the commit changed the file.
    func cutOffCommit(with path: String) -> Fresh? {
        commit(changing: path).flatMap { $0.isCutOff ? $0 : nil }
    }

    private mutating func note(
        _ commit: ObjectID, _ parents: [ObjectID], base: ObjectID?, in repository: GitRepository
    ) throws {
        let index = commits.count - 1
        // A root commit with the same files as the branch does not change them.
        let changes =
            parents.isEmpty
            ? [try repository.entryChanges(from: base, to: commit).filter { $0.new != nil }]
            : try parents.map { try repository.entryChanges(from: $0, to: commit) }
        if !commits[index].isCutOff {
            filesBeside += try ownChanges.paths(changes, to: parents).map { ($0, index) }
        }
        for change in changes.first ?? [] {
            let others = try parents.dropFirst().contains { parent in
                try repository.entry(atPath: change.path, in: parent)?.id == change.new?.id
            }
            guard !others else { continue }
            byPath[change.path] = index
            guard let new = change.new, new.mode.isFile, EventPath.isInLog(change.path),
                try repository.objectSize(new.id) ?? 0 <= Event.maximumLine
            else { continue }
            let content = try repository.readBlob(new.id)
            for line in content.split(separator: UInt8(ascii: "\n")) where byLine[line] == nil {
                byLine[line] = index
            }
        }
    }
}

/// Lines that a push did not introduce: they were judged earlier, or were lost and are now
/// restored.
struct CarriedLines {
    private let move: PushJudge.Move
    private let store: GitEventStore
    private var judged: Set<ArraySlice<UInt8>>?
    private var lost: Set<ArraySlice<UInt8>>?

    init(_ move: PushJudge.Move, in store: GitEventStore) {
        self.move = move
        self.store = store
    }

    /// Returns true if a judged branch contains the line.
    ///
    /// If so, its actor was checked when that branch was pushed. Cost: the first call reads the
    /// files in the judged branches that differ from the base.
    mutating func wasJudged(_ line: ArraySlice<UInt8>) throws -> Bool {
        if judged == nil {
            var lines: Set<ArraySlice<UInt8>> = []
            for other in Set(move.others) {
                for change in try store.repository.entryChanges(from: move.base, to: other) {
                    guard let new = change.new, new.mode.isFile, EventPath.isInLog(change.path)
                    else { continue }
                    let content = try store.repository.readBlob(new.id)
                    lines.formUnion(content.split(separator: UInt8(ascii: "\n")))
                }
            }
            judged = lines
        }
        return judged?.contains(line) ?? false
    }

    /// Returns true if the branch lost the line earlier, so that the push restores it.
    ///
    /// Cost: the first call reads the history of the branch.
    mutating func wasThere(_ line: ArraySlice<UInt8>) throws -> Bool {
        if lost == nil {
            lost =
                try move.old.map { old in
                    Set(
                        try store.lostEvents(inHistoryFrom: nil, to: store.position(of: old))
                            .map { $0.line[...] })
                } ?? []
        }
        return lost?.contains(line) ?? false
    }
}
