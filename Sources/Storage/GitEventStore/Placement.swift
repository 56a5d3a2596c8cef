package import Git

/// Finds places for new files of the log, one after the other, on top of one commit.
///
/// A directory of files takes 64 of them and is then left alone; the next file opens another one beside it, named by
/// how the file's name begins. Names begin with the time, so that an append touches the newest directory of each level and
/// no other, and what is old stays as it is. Nobody reads a meaning from the place: two writers that knew nothing
/// of each other may choose differently, and a merge has the directories of both.
package struct Placement {
    /// The number of files in a directory before another one is opened.
    static let fullDirectory = 64
    /// The number of directories in a directory, except for a language's folder.
    static let fullBranch = 32
    /// The number of directories of each depth in a language's folder, before the next ones are a
    /// level deeper.
    static let fullFolder = 16
    /// The minimum length of a directory name.
    ///
    /// Five characters of a ULID span about nine hours.
    static let shortestName = 5

    /// The content of a directory, as far as it decides where a file goes.
    private struct Directory {
        var directories: [String] = []
        var files = 0

        /// The directory that a name belongs in: the last one that does not come after it, else the first.
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
    /// The directories that were looked at, by path, with what was placed in them.
    private var known: [String: Directory] = [:]

    /// Begins to place files on top of a commit.
    package init(repository: GitRepository, commit: ObjectID) {
        self.repository = repository
        self.commit = commit
    }

    /// The path of a new file below the folder at `folder`.
    ///
    /// Cost: one small directory a level.
    package mutating func path(ofFile name: String, inFolder folder: String) throws(GitError)
        -> String
    {
        let names =
            if name.hasPrefix(LogFile.segmentPrefix) {
                // By the contents alone, so that two who write the same file put it in the same place.
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

    /// The names of the directories on the way from `folder` to where a file goes.
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

    /// A new directory right below a folder, with as many below it as the folder is large.
    private func open(
        _ name: String, in folder: Directory, after last: String? = nil
    ) -> [String] {
        [Self.directoryName(for: name, after: last)]
            + Self.fresh(name, levels: folder.directories.count / Self.fullFolder)
    }

    private static func fresh(_ name: String, levels: Int) -> [String] {
        Array(repeating: directoryName(for: name, after: nil), count: levels)
    }

    /// The shortest beginning of a name, of five characters or more, that comes after another directory's name.
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
