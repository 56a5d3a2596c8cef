import Git
import GitEventStore
import Translation

/// The commits that a push brings and no judged branch has, and what each of them was the first to add.
struct FreshCommits {
    /// A commit of a push.
    struct Fresh {
        let id: ObjectID
        let isMerge: Bool
        /// Whether it names parents that are not here, as the oldest commits of a shallow repository do.
        let isCutOff: Bool
        let signature: CommitSignatures.Result

        /// Who signed it, if somebody whom the project knows did.
        var signer: Pusher.Identity? {
            if case .good(let identity) = signature { identity } else { nil }
        }
    }

    /// Oldest first.
    private(set) var commits: [Fresh] = []
    private var byLine: [ArraySlice<UInt8>: Int] = [:]
    private var byPath: [String: Int] = [:]
    private var filesBeside: [(path: String, index: Int)] = []
    private var ownChanges: OwnChanges

    /// Looks through the commits, whose signatures `check` reads.
    ///
    /// Cost: what each of them changed.
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

    /// The commit that was the first to add a line.
    func commit(adding line: ArraySlice<UInt8>) -> Fresh? { byLine[line].map { commits[$0] } }

    /// The last commit that changed a file itself.
    func commit(changing path: String) -> Fresh? { byPath[path].map { commits[$0] } }

    /// The files beside the log that the commits changed themselves, each change by itself: one that a later commit of the push takes
    /// back could be what another push leads to.
    var changesBeside: [(path: String, commit: Fresh)] {
        filesBeside.map { ($0.path, commits[$0.index]) }
    }

    /// The commit whose parents are not here and that has a file, so that nobody can tell whether it changed that.
    func cutOffCommit(with path: String) -> Fresh? {
        commit(changing: path).flatMap { $0.isCutOff ? $0 : nil }
    }

    private mutating func note(
        _ commit: ObjectID, _ parents: [ObjectID], base: ObjectID?, in repository: GitRepository
    ) throws {
        let index = commits.count - 1
        // A commit without parents that has the files of the branch changes none of them.
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

/// Lines that a push did not bring first: they were judged before, or were there and had been lost.
struct CarriedLines {
    private let move: PushJudge.Move
    private let store: GitEventStore
    private var judged: Set<ArraySlice<UInt8>>?
    private var lost: Set<ArraySlice<UInt8>>?

    init(_ move: PushJudge.Move, in store: GitEventStore) {
        self.move = move
        self.store = store
    }

    /// Whether a branch that was judged has the line, so that its actor was looked at when that was pushed.
    ///
    /// Cost, once: what these branches have that the base lacks.
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

    /// Whether the branch had the line once and lost it: then it comes back.
    ///
    /// Cost, once: the history of the branch.
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
