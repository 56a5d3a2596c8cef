public import EventStore
public import Git

/// An event log in a branch of a Git repository.
///
/// The log consists of the files below `events/` in the branch's tree; all other files are for
/// people. If the branch does not exist, the remote-tracking branch `origin/<branch>` is read
/// instead, and the first append creates the branch on top of it. If neither exists, a fallback may
/// be read, and nothing can be appended.
public final class GitEventStore: EventStore {
    /// The repository that contains the branch.
    public let repository: GitRepository
    /// The branch that contains the log.
    public let branch: ReferenceName

    /// The directory in the tree that contains the log.
    public static let eventsDirectory = "events"
    /// The file outside the log that identifies the project, and never changes.
    public static let projectFile = "dragoman.json"

    /// The reference to read if neither the branch nor the remote-tracking branch exists.
    public let fallback: ReferenceName?

    /// Reads the identities of lines, to find a line again if its bytes have changed.
    public let identity: LineIdentity

    /// Signs the bytes of a commit, or returns `nil` to leave the commit unsigned.
    public typealias CommitSigner = @Sendable (_ content: [UInt8]) throws -> String?

    /// Signs the commits that this store creates.
    private let signing: CommitSigner

    /// Creates a store for a branch, which need not exist yet.
    ///
    /// Every commit that the store creates is passed to `signing`. If `signing` throws, the write
    /// rethrows the error, and the branch stays unchanged.
    public init(
        repository: GitRepository, branch: ReferenceName, fallback: ReferenceName? = nil,
        identity: LineIdentity = .bytes, signing: @escaping CommitSigner = { _ in nil }
    ) {
        self.signing = signing
        self.repository = repository
        self.branch = branch
        self.fallback = fallback
        self.identity = identity
    }

    /// Returns a store for the same branch that opens the repository again.
    ///
    /// The two stores do not wait for each other.
    public func reopened() throws(GitError) -> GitEventStore {
        GitEventStore(
            repository: try GitRepository.open(at: repository.gitDirectory), branch: branch,
            fallback: fallback, identity: identity, signing: signing)
    }

    /// The remote-tracking branch of `origin`, which is read if the local branch does not exist.
    public var remoteBranch: ReferenceName? {
        ReferenceName("refs/remotes/origin/\(branch.shorthand)")
    }

    /// Returns the branch to read: the local branch, or else the remote-tracking branch or the
    /// ``fallback``.
    ///
    /// Returns `nil` if none of them exists.
    public func readBranch() throws(GitError) -> ReferenceName? { try tip()?.source }

    /// Returns the position of the branch that ``readBranch()`` returns.
    public func head() throws -> Position? {
        guard let commit = try tip()?.commit else { return nil }
        return try position(of: commit)
    }

    /// The commit to read the log from, and the branch to write to.
    ///
    /// References are followed once per operation.
    struct Tip {
        /// The branch, which need not exist.
        let branch: ResolvedReference
        /// The reference that is read.
        let source: ReferenceName
        /// The commit that the reference leads to.
        let commit: ObjectID
    }

    func tip() throws(GitError) -> Tip? {
        let own = try repository.follow(branch)
        if let commit = own.commit { return Tip(branch: own, source: branch, commit: commit) }
        for name in [remoteBranch, fallback] {
            if let name, let commit = try repository.target(of: name) {
                return Tip(branch: own, source: name, commit: commit)
            }
        }
        return nil
    }

    /// Returns the tip for a write.
    ///
    /// Throws ``AppendConflict`` if the tip is not at `head`, and ``NoBranch`` if only the
    /// ``fallback`` exists.
    func tip(at head: Position) throws -> Tip {
        // Comparing the commits is enough, because a commit determines the tree.
        guard let tip = try tip(), tip.commit == ObjectID(hex: head.commit) else {
            throw AppendConflict()
        }
        guard tip.source != fallback else { throw NoBranch(branch: branch.shorthand) }
        return tip
    }

    /// Returns the state of the log in a commit.
    public func position(of commit: ObjectID) throws -> Position {
        let events = try repository.entry(atPath: Self.eventsDirectory, in: commit)
        return Position(
            tree: (events?.id ?? ObjectID.emptyTree).description, commit: commit.description)
    }

    /// Compares two trees of event files; throws if the tree at a position was pruned.
    public func difference(
        from old: Position?, to new: Position, folders: [String]?
    ) throws -> [FileDifference] {
        let before = try tree(of: old)
        let after = try tree(of: new)
        let differences = try (folders ?? [""]).flatMap { folder in
            try repository.changes(from: before, to: after, under: folder)
        }
        return differences.map { difference in
            FileDifference(
                path: difference.path, old: difference.old.map(ContentID.init),
                new: difference.new.map(ContentID.init))
        }
    }

    /// Returns the tree of a position, or `nil` for the empty tree, which need not be stored.
    private func tree(of position: Position?) throws -> ObjectID? {
        guard let position else { return nil }
        guard let id = ObjectID(hex: position.tree) else {
            throw UnknownPosition(position: position)
        }
        return id == .emptyTree ? nil : id
    }

    /// Returns the bytes of an event file; throws if the blob does not exist.
    public func content(_ id: ContentID) throws -> [UInt8] {
        guard let object = ObjectID(hex: id.rawValue) else { throw UnknownContent(id: id) }
        return try repository.readBlob(object)
    }

    /// Returns the size of an event file in bytes, from the object's header.
    public func size(_ id: ContentID) throws -> Int {
        guard let object = ObjectID(hex: id.rawValue) else { throw UnknownContent(id: id) }
        // If the object is missing, reading it throws an error that names the damage.
        return try repository.objectSize(object) ?? repository.readBlob(object).count
    }

    /// Returns the contents of a file outside the log, such as `dragoman.json`.
    ///
    /// Returns `nil` if the file does not exist.
    public func file(atPath path: String, in position: Position) throws -> [UInt8]? {
        guard let entry = try repository.entry(atPath: path, in: commitID(of: position)),
            entry.mode.isFile
        else { return nil }
        return try repository.readBlob(entry.id)
    }

    /// Stores a commit in `objects`, signed by ``signing``.
    func createCommit(
        tree: ObjectID, parents: [ObjectID], author: Signature, message: String,
        in objects: some ObjectWriter
    ) throws -> ObjectID {
        try objects.createCommit(
            tree: tree, parents: parents, author: author, committer: author, message: message,
            signing: signing)
    }

    /// A content id that is not a Git object id.
    public struct UnknownContent: Error {
        let id: ContentID
    }
}

extension ContentID {
    init(_ id: ObjectID) { self.init(id.description) }
}
