package import Git

/// Chooses paths for new log files, one after another, on top of one commit.
///
/// A directory receives up to 64 files. The next file then goes into a new directory next to it,
/// named after the beginning of the file's name. Names begin with the time, so an append changes
/// only the newest directory at each level. Older directories stay unchanged. A path has no
/// meaning. Two concurrent writers may choose different directories, and a merge keeps both.
package struct Placement {
    /// The maximum number of files in a directory before a new directory is created.
    static let fullDirectory = 64
    /// The maximum number of subdirectories in a directory, except for a language's folder.
    static let fullBranch = 32
    /// The number of directories in a language's folder after which new directories are a level
    /// deeper.
    static let fullFolder = 16
    /// The minimum length of a directory name.
    ///
    /// Five characters of a ULID span about nine hours.
    static let shortestName = 5

    /// The contents of a directory that affect the choice of a path.
    private struct Directory {
        var directories: [String] = []
        var files = 0

        /// Returns the directory for a name: the last directory that does not sort after the name,
        /// or else the first directory.
        func directory(for name: String) -> String? {
            directories.last { !name.utf8.lexicographicallyPrecedes($0.utf8) } ?? directories.first
        }

        mutating func insert(_ name: String) {
            guard !name.hasPrefix(LogFile.segmentPrefix) else { return }
            let index = directories.firstIndex { !$0.utf8.lexicographicallyPrecedes(name.utf8) }
            guard let index else { return directories.append(name) }
            if directories[index] != name { directories.insert(name, at: index) }
        }
    }

    private let repository: GitRepository
    private let commit: ObjectID
    /// The directories read so far, by path, including the files placed in them.
    private var known: [String: Directory] = [:]

    /// Creates a placement on top of a commit.
    package init(repository: GitRepository, commit: ObjectID) {
        self.repository = repository
        self.commit = commit
    }

    /// Returns the path of a new file below the folder at `folder`, and counts the file as placed.
    ///
    /// Cost: reads one small directory per level.
    package mutating func path(ofFile name: String, inFolder folder: String) throws(GitError)
        -> String
    {
        let names =
            if name.hasPrefix(LogFile.segmentPrefix) {
                // The path depends only on the contents, so two writers of the same file choose the
                // same path.
                [String(name.prefix(LogFile.segmentPrefix.count + 2))]
            } else {
                try directories(for: name, in: folder)
            }
        var path = folder
        for directory in names {
            try change(path) { $0.insert(directory) }
            path += "/" + directory
        }
        try change(path) { $0.files += 1 }
        return "\(path)/\(name).jsonl"
    }

    /// Returns the names of the directories from `folder` down to the new file.
    private mutating func directories(
        for name: String, in folder: String
    ) throws(GitError) -> [String] {
        var levels = [try directory(at: folder)]
        var way: [String] = []
        var path = folder
        while let next = levels[way.count].directory(for: name) {
            way.append(next)
            path += "/" + next
            levels.append(try directory(at: path))
        }
        guard let last = levels.last, !way.isEmpty, last.files >= Self.fullDirectory else {
            return way.isEmpty ? open(name, in: levels[0]) : way
        }
        for level in stride(from: way.count - 1, to: 0, by: -1)
        where levels[level].directories.count < Self.fullBranch {
            let first = Self.directoryName(for: name, after: way[level])
            let deeper = way.count - level - 1
            return way[..<level] + [first] + Self.fresh(name, levels: deeper)
        }
        return open(name, in: levels[0], after: way[0])
    }

    /// Returns the path of a new directory directly below a folder.
    ///
    /// The path has one more level for every ``fullFolder`` directories that the folder already
    /// contains.
    private func open(
        _ name: String, in folder: Directory, after last: String? = nil
    ) -> [String] {
        [Self.directoryName(for: name, after: last)]
            + Self.fresh(name, levels: folder.directories.count / Self.fullFolder)
    }

    private static func fresh(_ name: String, levels: Int) -> [String] {
        Array(repeating: directoryName(for: name, after: nil), count: levels)
    }

    /// Returns the shortest prefix of a name that sorts after another directory's name.
    ///
    /// The prefix has at least ``shortestName`` characters, and exactly that many if the whole name
    /// sorts before the other name.
    private static func directoryName(for name: String, after other: String?) -> String {
        var length = shortestName
        if let other, !name.utf8.lexicographicallyPrecedes(other.utf8) {
            while length < name.count,
                !other.utf8.lexicographicallyPrecedes(name.prefix(length).utf8)
            {
                length += 1
            }
        }
        return String(name.prefix(length))
    }

    private mutating func change(
        _ path: String, _ body: (inout Directory) -> Void
    ) throws(GitError) {
        var directory = try directory(at: path)
        body(&directory)
        known[path] = directory
    }

    private mutating func directory(at path: String) throws(GitError) -> Directory {
        if let directory = known[path] { return directory }
        var directory = Directory()
        if let entry = try repository.entry(atPath: path, in: commit), entry.mode == .directory {
            for entry in try repository.treeEntries(of: entry.id) {
                if entry.mode != .directory {
                    directory.files += 1
                } else {
                    directory.insert(entry.name)
                }
            }
        }
        known[path] = directory
        return directory
    }
}
