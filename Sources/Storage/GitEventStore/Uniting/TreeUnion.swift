import Git

/// The merged tree of two commits.
struct TreeUnion {
    let repository: GitRepository
    let ours: ObjectID
    let theirs: ObjectID
    let bases: [ObjectID]
    /// The sorted paths of files outside the log that were replaced by another file.
    ///
    /// Either both sides changed the file, or a file and a directory needed the same path.
    private(set) var overwritten: [String] = []

    /// The resulting file for each path that differs, or `nil` if it is removed.
    private var outcome: [PathBytes: File?] = [:]

    init(repository: GitRepository, ours: ObjectID, theirs: ObjectID, bases: [ObjectID]) {
        self.repository = repository
        self.ours = ours
        self.theirs = theirs
        self.bases = bases
    }

    /// A file in a tree.
    struct File: Hashable {
        let id: ObjectID
        let mode: FileMode

        init(id: ObjectID, mode: FileMode) {
            self.id = id
            self.mode = mode
        }

        init?(_ id: ObjectID?, _ mode: FileMode?) {
            guard let id, let mode else { return nil }
            self.init(id: id, mode: mode)
        }
    }

    /// A path that is compared by its bytes, as in Git.
    struct PathBytes: Hashable {
        let bytes: [UInt8]
        init(_ path: String) { bytes = Array(path.utf8) }
        init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
        var path: String { String(decoding: bytes, as: UTF8.self) }

        /// The directories that contain the path, outermost first.
        var directories: [PathBytes] {
            bytes.indices.filter { bytes[$0] == UInt8(ascii: "/") }
                .map { PathBytes(bytes: bytes[..<$0]) }
        }
    }

    /// Stores the merged tree and returns its id.
    mutating func tree() throws -> ObjectID {
        let differences = try repository.changes(from: ours, to: theirs)
        try requireOneProject()
        var log = LogUnion(repository: repository, ours: ours, theirs: theirs, bases: bases)
        for difference in differences
        where difference.path != GitEventStore.projectFile {
            if GitEventStore.isLogFile(difference.path) {
                try log.add(difference)
            } else {
                try addOther(difference)
            }
        }
        let logOutcome = try log.outcome(besides: differences)
        dropWhatIsInTheWay(of: logOutcome, differences)
        outcome.merge(logOutcome) { $1 }
        try keepProjectFile()
        overwritten.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return try write(differences)
    }

    // MARK: The project file

    /// Throws ``AnotherProject`` unless both sides have the same project file.
    ///
    /// The file may be missing on one side if that side deleted the version in a merge base.
    private func requireOneProject() throws {
        let path = GitEventStore.projectFile
        let left = try file(path, in: ours)
        let right = try file(path, in: theirs)
        if let left, let right, left.id == right.id { return }
        let known = left ?? right
        guard left == nil || right == nil, let known,
            try bases.contains(where: { try file(path, in: $0)?.id == known.id })
        else { throw AnotherProject(ours: ours.description, theirs: theirs.description) }
    }

    private mutating func keepProjectFile() throws {
        let path = GitEventStore.projectFile
        let kept = try file(path, in: ours) ?? file(path, in: theirs)
        outcome[PathBytes(path)] = .some(kept)
    }

    // MARK: Files outside the log

    private mutating func addOther(_ difference: TreeDifference) throws {
        let left = File(difference.old, difference.oldMode)
        let right = File(difference.new, difference.newMode)
        let before = try bases.map { try file(difference.path, in: $0) }
        // If there is no base, a file that exists on only one side was added on that side.
        let isUnchangedHere = before.isEmpty ? left == nil : before.contains(left)
        let isUnchangedThere = before.isEmpty ? right == nil : before.contains(right)
        outcome[PathBytes(difference.path)] = .some(
            isUnchangedThere && !isUnchangedHere ? left : right)
        if !isUnchangedHere, !isUnchangedThere { overwritten.append(difference.path) }
    }

    /// Removes files at the path of a directory, and files whose directory is the path of a file.
    ///
    /// Log files have priority, followed by files from `theirs`.
    private mutating func dropWhatIsInTheWay(
        of log: [PathBytes: File?], _ differences: [TreeDifference]
    ) {
        let logFiles = Set(log.filter { $0.value != nil }.keys)
        let chosen = Set(
            differences.filter { $0.new != nil }.map { PathBytes($0.path) }.filter {
                if case .some(.some) = outcome[$0] { true } else { false }
            })
        let directories = Set(logFiles.union(chosen).flatMap(\.directories))
        for (path, file) in outcome where file != nil {
            let lies = { (files: Set<PathBytes>) in path.directories.contains(where: files.contains)
            }
            guard
                directories.contains(path) || lies(logFiles)
                    || (!chosen.contains(path) && lies(chosen))
            else { continue }
            outcome[path] = .some(nil)
            overwritten.append(path.path)
        }
    }

    // MARK: The tree

    private func file(_ path: String, in commit: ObjectID) throws -> File? {
        guard let entry = try repository.entry(atPath: path, in: commit), entry.mode.isFile
        else { return nil }
        return File(id: entry.id, mode: entry.mode)
    }

    private func write(_ differences: [TreeDifference]) throws -> ObjectID {
        var removals: [TreeChange] = []
        var additions: [TreeChange] = []
        for (path, file) in outcome.sorted(by: { $0.key < $1.key }) {
            let present = try self.file(path.path, in: ours)
            guard present != file else { continue }
            if let file {
                additions.append(.upsert(path: path.path, id: file.id, mode: file.mode))
            } else {
                removals.append(.remove(path: path.path))
            }
        }
        // Removals come first, so that an old file does not block a new directory, or vice versa.
        let base = try repository.createTree(base: ours, changes: removals)
        return try repository.createTree(base: base, changes: additions)
    }
}

extension TreeUnion.PathBytes: Comparable {
    static func < (left: Self, right: Self) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}
