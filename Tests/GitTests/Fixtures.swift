import Git
import Testing

/// Makes this process ignore the machine's Git configuration, once.
private let hermetic: Void = ignoreConfigurationOutsideRepositories()

let branch = branchName("translations")

func branchName(_ name: String) -> ReferenceName {
    ReferenceName(branch: name) ?? .head
}

func signature(_ seconds: Int64 = 1_767_323_045) -> Signature {
    Signature(name: "Ines", email: "ines@example.org", secondsSinceEpoch: seconds)
}

/// A bare repository that the library created in a new directory.
struct Scratch {
    let directory: TemporaryDirectory
    let repository: GitRepository

    init() throws {
        _ = hermetic
        directory = try TemporaryDirectory()
        repository = try GitRepository.create(
            at: directory.path, initialBranch: "translations")
    }

    /// Commits `files` as the whole tree and moves the branch there.
    @discardableResult
    func commit(
        _ files: [String: String], parents: [ObjectID]? = nil, at seconds: Int64 = 1_767_323_045,
        to name: ReferenceName = branch
    ) throws -> ObjectID {
        let tree = try tree(files)
        let old = try repository.target(of: name)
        let commit = try repository.createCommit(
            tree: tree, parents: parents ?? [old].compactMap(\.self), author: signature(seconds),
            committer: signature(seconds), message: "Change \(files.count) files\n")
        try repository.update(name, from: old, to: commit, message: "commit: test")
        return commit
    }

    func tree(_ files: [String: String]) throws -> ObjectID {
        var changes: [TreeChange] = []
        for (path, text) in files {
            changes.append(.upsert(path: path, id: try repository.writeBlob(Array(text.utf8))))
        }
        return try repository.createTree(base: nil, changes: changes)
    }
}

/// A repository with a work tree on the branch `translations`, made by the `git` program.
struct CheckedOut {
    let directory: TemporaryDirectory
    let repository: GitRepository

    init(files: [String: String] = ["a.txt": "1\n", "d/b.txt": "2\n"]) throws {
        _ = hermetic
        directory = try TemporaryDirectory()
        try directory.git("init", "-q", "-b", "translations", "main")
        for (name, text) in files { try directory.write(text, to: "main/\(name)") }
        try directory.git("add", "-A", in: "main")
        try directory.git("commit", "-q", "-m", "Start", in: "main")
        repository = try GitRepository.open(at: "\(directory.path)/main")
    }

    @discardableResult
    func git(_ arguments: String...) throws -> String {
        try directory.git(arguments, in: "main")
    }

    var tip: ObjectID {
        get throws { try #require(try repository.target(of: branch)) }
    }
}

/// A small seeded generator: the same seed gives the same numbers everywhere.
struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

/// Returns the code of the Git error that `body` throws.
func code(of body: () throws -> Void) -> GitError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? GitError)?.code
    }
}
