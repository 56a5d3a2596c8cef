public import EventStore
public import Git

extension GitEventStore {
    /// A file in the first commit.
    public struct InitialFile: Sendable {
        /// The path from the root of the tree.
        public let path: String
        /// The contents of the file.
        public let content: [UInt8]

        /// Creates a file with a path and contents.
        public init(path: String, content: [UInt8]) {
            self.path = path
            self.content = content
        }
    }

    /// Creates the branch with a first commit that has no parent.
    ///
    /// Nothing else in the repository is changed. Throws ``BranchExists`` if the branch, the
    /// remote-tracking branch of `origin` or the ``fallback`` exists.
    public func create(
        files: [InitialFile], message: String, author: Author
    ) throws -> Position {
        if let existing = try readBranch() { throw BranchExists(name: existing) }
        let tree = try repository.createTree(
            base: nil,
            changes: files.map {
                .upsert(path: $0.path, id: try repository.writeBlob($0.content))
            })
        let signature = Signature(author)
        let commit = try createCommit(
            tree: tree, parents: [], author: signature, message: message, in: repository)
        do {
            try repository.update(
                branch, from: nil, to: commit, message: "dragoman: \(Self.subject(of: message))",
                identity: (author.name, author.email))
        } catch {
            let isThere = error.code == .modified || error.code == .exists
            throw isThere ? BranchExists(name: branch) : error as any Error
        }
        return try position(of: commit)
    }

    /// The error for a log that already exists.
    public struct BranchExists: Error {
        /// The branch that contains the log.
        public let name: ReferenceName
    }

    static func subject(of message: String) -> Substring {
        message.prefix { $0 != "\n" }
    }
}

extension Signature {
    init(_ author: Author) {
        self.init(
            name: author.name, email: author.email, secondsSinceEpoch: author.seconds,
            offsetMinutes: Int32(author.offsetMinutes))
    }
}
