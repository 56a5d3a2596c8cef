public import EventStore
public import Git

/// An event log in a branch of a Git repository.
///
/// The log is the set of files below `events/` of the branch's tree; everything else in the tree is for
/// people. Where the branch does not exist, the remote-tracking branch `origin/<branch>` is read instead, and
/// the first append makes the branch on top of it. Where neither exists, a fallback may be read, and nothing is
/// appended.
public final class GitEventStore: EventStore {
    /// The repository that holds the branch.
    public let repository: GitRepository
    /// The branch.
    public let branch: ReferenceName

    /// The directory of the tree that holds the log.
    public static let eventsDirectory = "events"
    /// The file beside the log that identifies it, and never changes.
    public static let projectFile = "dragoman.json"

    /// The reference to read if neither the branch nor the remote-tracking branch exists.
    public let fallback: ReferenceName?

    /// Reads the identity by which a line whose bytes are gone is found again with other bytes.
    public let identity: LineIdentity

    /// Signs the bytes of a commit; returns `nil` for commits that bear no signature.
    public typealias CommitSigner = @Sendable (_ content: [UInt8]) throws -> String?

    /// Signs the commits that are made here.
    private let signing: CommitSigner

    /// Creates a store for a branch of a repository, which may not exist yet.
    ///
    /// Every commit of the store is passed to `signing`. If that throws, the write rethrows the
    /// error, and nothing is moved.
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

    /// The same branch, of the repository opened once more: two stores do not wait for each other.
    public func reopened() throws(GitError) -> GitEventStore {
        GitEventStore(
            repository: try GitRepository.open(at: repository.gitDirectory), branch: branch,
            fallback: fallback, identity: identity, signing: signing)
    }

    /// The branch of the remote `origin` that is read if the local one is missing.
    public var remoteBranch: ReferenceName? {
        ReferenceName("refs/remotes/origin/\(branch.shorthand)")
    }

    /// The branch that is read: the local one, otherwise the remote-tracking one, the ``fallback``, or `nil`.
    public func readBranch() throws(GitError) -> ReferenceName? { try tip()?.source }

    /// Returns the position of the branch, or else that of the remote-tracking branch.
    public func head() throws -> Position? {
        guard let commit = try tip()?.commit else { return nil }
        return try position(of: commit)
    }

    /// The commit at which the log is read, and the branch that is written; references are
    /// followed once for an operation.
    struct Tip {
        /// The branch, which need not exist.
        let branch: ResolvedReference
        /// The reference that is read.
        let source: ReferenceName
        /// The commit that it leads to.
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

    /// The tip, on which something can be written.
    ///
    /// Throws ``AppendConflict`` if it is not at `head`, and ``NoBranch`` if only a commit is checked out.
    func tip(at head: Position) throws -> Tip {
        // The commit decides which tree it is.
        guard let tip = try tip(), tip.commit == ObjectID(hex: head.commit) else {
            throw AppendConflict()
        }
        guard tip.source != fallback else { throw NoBranch(branch: branch.shorthand) }
        return tip
    }

    /// The state of the log in a commit.
    public func position(of commit: ObjectID) throws -> Position {
        let events = try repository.entry(atPath: Self.eventsDirectory, in: commit)
        return Position(
            tree: (events?.id ?? ObjectID.emptyTree).description, commit: commit.description)
    }

    /// Compares two trees of event files; a position whose tree was pruned throws.
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

    /// The tree of a position; the empty tree need not be stored.
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
        guard let object = ObjectID(hex: id.rawValue),
            let size = try repository.objectSize(object)
        else { throw UnknownContent(id: id) }
        return size
    }

    /// The bytes of a file beside the log, such as `dragoman.json`, or `nil` if there is none.
    public func file(atPath path: String, in position: Position) throws -> [UInt8]? {
        guard let entry = try repository.entry(atPath: path, in: commitID(of: position)),
            entry.mode.isFile
        else { return nil }
        return try repository.readBlob(entry.id)
    }

    /// Stores a commit in `objects`, signed as ``init(repository:branch:fallback:identity:signing:)`` was told.
    func createCommit(
        tree: ObjectID, parents: [ObjectID], author: Signature, message: String,
        in objects: some ObjectWriter
    ) throws -> ObjectID {
        try objects.createCommit(
            tree: tree, parents: parents, author: author, committer: author, message: message,
            signing: signing)
    }

    /// A content that no store made.
    public struct UnknownContent: Error {
        let id: ContentID
    }
}

extension ContentID {
    init(_ id: ObjectID) { self.init(id.description) }
}
