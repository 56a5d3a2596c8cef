/// A place that new objects are stored in: a repository, or a batch.
///
/// A ``GitRepository`` waits for the disk for each object. An ``ObjectBatch`` waits for all of them together.
public protocol ObjectWriter: Sendable {
    /// Stores each element of `contents` as a blob and returns their names in the same order.
    func writeBlobs(_ contents: [[UInt8]]) throws(GitError) -> [ObjectID]

    /// Stores the tree that `base` becomes by `changes`, and returns its name; see ``GitRepository/createTree(base:changes:)``.
    func createTree(base: ObjectID?, changes: [TreeChange]) throws(GitError) -> ObjectID

    /// Stores a commit, signed by `sign` unless that returns `nil`, and returns its name; no reference is moved.
    ///
    /// Nothing is locked while `sign` runs. Rethrows its errors.
    func createCommit(
        tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature,
        message: String, signing sign: (_ content: [UInt8]) throws -> String?
    ) throws -> ObjectID
}

extension GitRepository: ObjectWriter {}
