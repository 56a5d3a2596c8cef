import EventStore
import Git
import GitEventStore
import TestKit
import TestWorld
import Testing

/// A repository for commits that are made file by file, without a branch.
struct LogScratch {
    let sandbox: Sandbox
    let name: String
    let store: GitEventStore
    let author = Author(name: "Ines", email: "ines@example.org", seconds: 1_795_253_400)

    init(identity: LineIdentity = .bytes) throws {
        let sandbox = try Sandbox()
        _ = try GitRepository.create(
            at: sandbox.directory + "/repo", initialBranch: "translations")
        try self.init(sandbox, "repo", identity: identity)
    }

    private init(_ sandbox: Sandbox, _ name: String, identity: LineIdentity = .bytes) throws {
        self.sandbox = sandbox
        self.name = name
        store = GitEventStore(
            repository: try .open(at: sandbox.directory + "/" + name),
            branch: try #require(ReferenceName(branch: "translations")), identity: identity)
    }

    private var repository: GitRepository { store.repository }

    /// Commits changes to the files of `parent`; a first commit has a `dragoman.json`.
    func commit(
        _ files: [String: String], on parent: Position? = nil, removing: [String] = [],
        message: String = "change\n"
    ) throws -> Position {
        try commit(files, on: [parent].compactMap(\.self), removing: removing, message: message)
    }

    /// Commits changes to the files of the first parent.
    func commit(
        _ files: [String: String], on parents: [Position], removing: [String] = [],
        message: String = "change\n"
    ) throws -> Position {
        let parents = parents.compactMap { ObjectID(hex: $0.commit) }
        var base = parents.first
        if base == nil {
            let blob = try repository.writeBlob(Array("{}\n".utf8))
            base = try repository.createTree(
                base: nil, changes: [.upsert(path: "dragoman.json", id: blob)])
        }
        base = try repository.createTree(
            base: base, changes: removing.map { .remove(path: $0) })
        let tree = try repository.createTree(
            base: base,
            changes: files.map { path, text in
                .upsert(path: path, id: try repository.writeBlob(Array(text.utf8)))
            })
        let signature = Signature(
            name: author.name, email: author.email, secondsSinceEpoch: author.seconds)
        return try store.position(
            of: repository.createCommit(
                tree: tree, parents: parents, author: signature, committer: signature,
                message: message))
    }

    func unite(_ ours: Position, _ theirs: Position) throws -> Position {
        try store.unite(ours, with: theirs, message: "unite\n", author: author)
    }

    func id(_ position: Position) throws -> ObjectID {
        try #require(ObjectID(hex: position.commit))
    }

    // MARK: Contents of a position

    /// Returns all files of the tree.
    func files(_ position: Position) throws -> [String: String] {
        let commit = try id(position)
        var files: [String: String] = [:]
        try repository.forEachFile(in: commit) { path, blob throws(GitError) in
            files[path] = String(decoding: try repository.readBlob(blob), as: UTF8.self)
        }
        return files
    }

    /// Returns the files of the log.
    func log(_ position: Position) throws -> [String: String] {
        try files(position).filter { $0.key.hasPrefix("events/") && $0.key.hasSuffix(".jsonl") }
    }

    /// Returns the lines of the log.
    func lines(_ position: Position) throws -> Set<Substring> {
        Set(try log(position).values.flatMap { $0.split(separator: "\n") })
    }

    func parents(_ position: Position) throws -> [String] {
        try repository.commit(id(position)).parents.map(\.description)
    }

    // MARK: Branches and clones

    func move(_ branch: String, to position: Position) throws {
        try sandbox.git("branch", "-f", branch, position.commit, in: name)
    }

    func shallowClone(_ clone: String, depth: Int) throws -> LogScratch {
        try sandbox.git(
            "clone", "-q", "--bare", "--depth", "\(depth)", "-b", "translations",
            "file://\(sandbox.directory)/\(name)", clone)
        return try LogScratch(sandbox, clone)
    }

    /// Fetches a branch of the origin, with the given depth or all missing history.
    func fetch(_ branch: String, depth: Int? = nil) throws {
        if let depth {
            try sandbox.git(
                "fetch", "-q", "--depth", "\(depth)", "origin", branch, in: name)
        } else {
            try sandbox.git("fetch", "-q", "origin", branch, in: name)
        }
    }

    func expectSoundObjects() throws {
        #expect(
            try sandbox.git("fsck", "--strict", "--no-progress", "--no-dangling", in: name) == "")
    }

    // MARK: Random changes

    /// Makes a commit with a random change: an append, a gathering or a hand edit.
    func randomChange(on position: Position, using random: inout SplitMix64) throws -> Position {
        let files = try log(position).sorted { $0.key < $1.key }
        let directory = "events/" + random.pick(["fr", "de"])
        let line = "\(random.number(in: 0...99))\n"
        switch random.number(in: 0...9) {
        case 0..<4:
            return try commit(
                ["\(directory)/\(random.number(in: 0...9_999)).jsonl": line], on: position)
        case 4, 5:
            let chosen = files.shuffled(using: &random).prefix(2)
            let content = chosen.map(\.value).joined()
            let name = "\(directory)/s-\(abs(content.utf8.reduce(0) { $0 &* 31 &+ Int($1) })).jsonl"
            return try commit(
                [name: content], on: position,
                removing: chosen.map(\.key).filter { $0 != name })
        case 6:
            guard let (path, _) = files.randomElement(using: &random) else { return position }
            return try commit([:], on: position, removing: [path])
        case 7:
            guard let (path, text) = files.randomElement(using: &random) else { return position }
            return try commit([path: random.pick([text + line, line, line + text])], on: position)
        case 8:
            return try commit(
                ["\(directory)/\(random.number(in: 0...3)).jsonl": line], on: position)
        default: return try commit(["README.md": "same\n"], on: position)
        }
    }
}
