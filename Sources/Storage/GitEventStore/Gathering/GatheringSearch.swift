import EventStore
import Git

/// A search for files that can be gathered, which also creates the segments.
struct GatheringSearch {
    let store: GitEventStore
    /// The paths of files that are not gathered, from the root of the tree.
    private let kept: Set<String>
    let isOld: (String) -> Bool
    /// The paths of files to remove, from the root of the tree.
    private(set) var removed: [String] = []
    /// The segments to add, with their paths from the root of the tree.
    private(set) var added: [(path: String, content: [UInt8])] = []
    /// The number of lines in the segments.
    private(set) var lines = 0
    /// The number of files in the log.
    private(set) var totalFiles = 0
    private var groups: [Group] = []

    /// Files that may become segments in one directory.
    private struct Group {
        let directory: String
        var files: [File] = []
    }

    private struct File {
        let path: String
        let name: String
        let id: ObjectID
    }

    private struct Line {
        let identity: String?
        let bytes: ArraySlice<UInt8>
    }

    init(store: GitEventStore, keeping kept: Set<String>, isOld: @escaping (String) -> Bool) {
        self.store = store
        self.kept = Set(kept.map { "\(GitEventStore.eventsDirectory)/\($0)" })
        self.isOld = isOld
    }

    // MARK: Choosing files

    /// Reads a directory that has subdirectories, and everything below it.
    mutating func read(_ tree: ObjectID, at path: String) throws {
        let entries = try store.repository.treeEntries(of: tree)
        // Segments from earlier gatherings become part of a larger segment if they are still small.
        var group = Group(directory: path, files: candidates(entries, at: path))
        for entry in entries where entry.mode == .directory {
            let below = "\(path)/\(entry.name)"
            let inside = try store.repository.treeEntries(of: entry.id)
            // The root's directories are languages, and files never move to another language.
            if path == GitEventStore.eventsDirectory
                || inside.contains(where: { $0.mode == .directory })
            {
                try read(entry.id, at: below)
            } else {
                group.files += leaving(one: candidates(inside, at: below), of: inside)
            }
        }
        if group.files.count >= GitEventStore.gatheredFiles { groups.append(group) }
    }

    private mutating func candidates(_ entries: [TreeEntry], at path: String) -> [File] {
        entries.compactMap { entry in
            guard entry.mode.isFile, entry.name.hasSuffix(LogFile.suffix) else { return nil }
            totalFiles += 1
            let name = String(entry.name.dropLast(LogFile.suffix.count))
            guard isOld(name), !kept.contains("\(path)/\(entry.name)") else { return nil }
            return File(path: "\(path)/\(entry.name)", name: name, id: entry.id)
        }
    }

    /// Returns the files, without the last one if their directory would otherwise become empty.
    private func leaving(one files: [File], of entries: [TreeEntry]) -> [File] {
        let staying = entries.count { $0.name.hasSuffix(LogFile.suffix) } - files.count
        return staying > 0 ? files : files.dropLast()
    }

    // MARK: Merging lines

    /// Reads the files and combines them into segments.
    mutating func gather(_ progress: (_ done: Int, _ total: Int) -> Void) throws {
        let total = groups.reduce(0) { $0 + $1.files.count }
        var done = 0
        for group in groups {
            var files: [(file: File, content: [UInt8])] = []
            for file in group.files {
                let content = try store.repository.readBlob(file.id)
                if content.count <= GitEventStore.gatheredSize { files.append((file, content)) }
                done += 1
                progress(done, total)
            }
            guard files.count >= GitEventStore.gatheredFiles else { continue }
            add(files, to: group.directory)
        }
    }

    private mutating func add(_ files: [(file: File, content: [UInt8])], to directory: String) {
        var known: [Line] = []
        var unknown: [Line] = []
        var seen: Set<ArraySlice<UInt8>> = []
        for (_, content) in files {
            for bytes in Self.lines(of: content) {
                guard let identity = store.identity.exact(bytes) else {
                    unknown.append(Line(identity: nil, bytes: bytes))
                    continue
                }
                // Identical lines are the same event. Different lines with the same id are all
                // kept.
                if seen.insert(bytes).inserted {
                    known.append(Line(identity: identity, bytes: bytes))
                }
            }
        }
        known.sort { left, right in
            let (first, second) = (left.identity ?? "", right.identity ?? "")
            return first.utf8.elementsEqual(second.utf8)
                ? left.bytes.lexicographicallyPrecedes(right.bytes)
                : first.utf8.lexicographicallyPrecedes(second.utf8)
        }
        let segments = NewFile.files(
            folder: directory, lines: (known + unknown).map { ("", Array($0.bytes)) })
        let paths = segments.map {
            "\(directory)/\(LogFile.segmentName(of: $0.content))\(LogFile.suffix)"
        }
        // An unchanged result needs no commit.
        guard segments.count < files.count, Set(paths) != Set(files.map(\.file.path)) else {
            return
        }
        removed += files.map(\.file.path)
        added += zip(paths, segments).map { ($0, $1.content) }
        lines += known.count + unknown.count
    }

    /// Returns all lines, including empty ones, except for the empty text after the last newline.
    private static func lines(of content: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty ?? false { lines.removeLast() }
        return lines
    }
}
