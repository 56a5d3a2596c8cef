/// A destination for new objects: a repository, or a batch.
///
/// A ``GitRepository`` waits for the disk after each object. An ``ObjectBatch`` waits for all of
/// its objects together.
public protocol ObjectWriter: Sendable {
    /// Stores each element of `contents` as a blob and returns the ids in the same order.
    func writeBlobs(_ contents: [[UInt8]]) throws(GitError) -> [ObjectID]

    /// Applies `changes` to the tree `base`, stores the result, and returns its id.
    ///
    /// See ``GitRepository/createTree(base:changes:)``.
    func createTree(base: ObjectID?, changes: [TreeChange]) throws(GitError) -> ObjectID

    /// Stores a commit and returns its id; the commit is signed unless `sign` returns `nil`.
    ///
    /// No reference is moved. No lock is held while `sign` runs; its errors are rethrown.
    func createCommit(
        tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature,
        message: String, signing sign: (_ content: [UInt8]) throws -> String?
    ) throws -> ObjectID
}

extension GitRepository: ObjectWriter {}
