import Git

/// The log files of a union, for the paths at which the two sides differ.
///
/// Swapping `ours` and `theirs` results in the same files.
struct LogUnion {
    typealias File = TreeUnion.File
    typealias PathBytes = TreeUnion.PathBytes

    let repository: GitRepository
    let ours: ObjectID
    let theirs: ObjectID
    let bases: [ObjectID]

    /// The files that are always kept.
    private var staying: [PathBytes: File] = [:]
    /// The files that one side removed.
    private var takenAway: [(path: PathBytes, file: File)] = []
    /// The paths at which the sides have different files.
    private var doubled: [(path: PathBytes, left: File, right: File)] = []

    init(repository: GitRepository, ours: ObjectID, theirs: ObjectID, bases: [ObjectID]) {
        self.repository = repository
        self.ours = ours
        self.theirs = theirs
        self.bases = bases
    }

    /// Adds a file that differs between the sides.
    mutating func add(_ difference: TreeDifference) throws {
        let path = PathBytes(difference.path)
        let left = File(difference.old, difference.oldMode)
        let right = File(difference.new, difference.newMode)
        if let left, let right {
            doubled.append((path, left, right))
        } else if let file = left ?? right {
            if try wasThere(difference.path) {
                takenAway.append((path, file))
            } else {
                staying[path] = file
            }
        }
    }

    private func wasThere(_ path: String) throws -> Bool {
        try bases.contains { try repository.entry(atPath: path, in: $0)?.mode.isFile == true }
    }

    /// Returns the resulting file for each path that was added or differs, or `nil` if it is
    /// removed.
    mutating func outcome(besides differences: [TreeDifference]) throws -> [PathBytes: File?] {
        try settleDoubled()
        try settleDirectories()
        var outcome: [PathBytes: File?] = staying.mapValues { $0 }
        let isGathered = try gathered(besides: differences)
        for (path, file) in takenAway {
            outcome[path] = .some(isGathered.contains(path) ? nil : file)
        }
        for difference in differences where GitEventStore.isLogFile(difference.path) {
            let path = PathBytes(difference.path)
            if outcome[path] == nil { outcome[path] = .some(nil) }
        }
        return outcome
    }

    // MARK: Two files with one path

    private mutating func settleDoubled() throws {
        for (path, left, right) in doubled {
            // If only the modes differ, the smaller mode wins.
            if left.id == right.id {
                staying[path] = left.mode.rawValue < right.mode.rawValue ? left : right
                continue
            }
            let contents = (
                try repository.readBlob(left.id), try repository.readBlob(right.id)
            )
            let leftIsSmaller = contents.0.lexicographicallyPrecedes(contents.1)
            staying[path] = leftIsSmaller ? left : right
            let (kept, other) = leftIsSmaller ? contents : (contents.1, contents.0)
            try addSegment(of: other, besides: Set(LogFile.lines(of: kept)), near: path)
        }
    }

    /// Adds a segment with the lines that are not in `known`, in the directory of `path`.
    private mutating func addSegment(
        of content: [UInt8], besides known: Set<ArraySlice<UInt8>>, near path: PathBytes
    ) throws {
        var seen = known
        var lines: [UInt8] = []
        for line in LogFile.lines(of: content) where seen.insert(line).inserted {
            lines += line
            lines.append(UInt8(ascii: "\n"))
        }
        guard !lines.isEmpty else { return }
        let name = LogFile.segmentName(of: lines)
        let file = File(id: try repository.writeBlob(lines), mode: .regular)
        var directory = path.directories.last?.path ?? GitEventStore.eventsDirectory
        // A file with the segment's name may exist with different bytes.
        while let present = try present(at: "\(directory)/\(name)\(LogFile.suffix)"),
            present.id != file.id
        {
            directory += "/s"
        }
        staying[PathBytes("\(directory)/\(name)\(LogFile.suffix)")] = file
    }

    private func present(at path: String) throws -> File? {
        if let file = staying[PathBytes(path)] { return file }
        for commit in [ours, theirs] {
            if let entry = try repository.entry(atPath: path, in: commit) {
                return File(id: entry.id, mode: entry.mode)
            }
        }
        return nil
    }

    /// If the path of a file is a directory on the other side, moves the file's lines into a
    /// segment.
    private mutating func settleDirectories() throws {
        let files = staying.map { ($0.key, $0.value) } + takenAway.map { ($0.path, $0.file) }
        var directories: Set<PathBytes> = []
        for (path, _) in files { directories.formUnion(path.directories) }
        for (path, file) in files.sorted(by: { $0.0 < $1.0 }) where directories.contains(path) {
            staying[path] = nil
            takenAway.removeAll { $0.path == path }
            try addSegment(of: try repository.readBlob(file.id), besides: [], near: path)
        }
    }

    // MARK: Gathered files

    /// Returns the removed files whose lines are all in files that remain.
    private func gathered(besides differences: [TreeDifference]) throws -> Set<PathBytes> {
        guard !takenAway.isEmpty else { return [] }
        let contents = try takenAway.map { try repository.readBlob($0.file.id) }
        var missing = Set(contents.flatMap(LogFile.lines))
        for file in Set(staying.values.map(\.id)) where !missing.isEmpty {
            missing.subtract(LogFile.lines(of: try repository.readBlob(file)))
        }
        if !missing.isEmpty {
            let differing = Set(differences.map { PathBytes($0.path) })
            try LogSearch(repository: repository).remove(&missing, from: ours) { path in
                !differing.contains(PathBytes(path))
            }
        }
        return Set(
            zip(takenAway, contents).filter { _, content in
                LogFile.lines(of: content).allSatisfy { !missing.contains($0) }
            }.map(\.0.path))
    }
}
