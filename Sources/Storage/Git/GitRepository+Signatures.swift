import Clibgit2

/// The signature of a commit, and the signed bytes.
public struct CommitSignature: Sendable {
    /// The text of the `gpgsig` header, in OpenSSH, OpenPGP or another format.
    public let text: [UInt8]
    /// The signed bytes: the commit without the signature.
    public let content: [UInt8]
}

extension GitRepository {
    /// Returns a commit's signature without verifying it, or `nil` if the commit is unsigned.
    public func signature(of commit: ObjectID) throws(GitError) -> CommitSignature? {
        try withHandle { repository throws(GitError) in
            var id = commit.raw
            var signature = unsafe git_buf()
            var content = unsafe git_buf()
            defer {
                unsafe git_buf_dispose(&signature)
                unsafe git_buf_dispose(&content)
            }
            let status = unsafe git_commit_extract_signature(
                &signature, &content, repository.pointer, &id, nil)
            guard try checkFound(status, "git_commit_extract_signature") else { return nil }
            return CommitSignature(
                text: unsafe bytes(of: signature), content: unsafe bytes(of: content))
        }
    }

    /// Stores a signed commit and returns its id, without moving a reference.
    ///
    /// `sign` receives the bytes of the commit and returns the text of its signature, or `nil` for
    /// an unsigned commit. No lock is held while `sign` runs. Rethrows errors from `sign`, and
    /// throws like ``createCommit(tree:parents:author:committer:message:)``.
    public func createCommit(
        tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature,
        message: String, signing sign: (_ content: [UInt8]) throws -> String?
    ) throws -> ObjectID {
        let content = try withHandle { repository throws(GitError) in
            try repository.commitContent(
                tree: tree, parents: parents, author: author, committer: committer,
                message: message)
        }
        guard let signature = try sign(content) else {
            return try createCommit(
                tree: tree, parents: parents, author: author, committer: committer, message: message
            )
        }
        return try withHandle { repository throws(GitError) in
            try repository.createCommit(content: content, signature: signature)
        }
    }
}

extension GitHandle<RepositoryObject> {
    /// Returns the bytes of a commit without a signature.
    func commitContent(
        tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature,
        message: String
    ) throws(GitError) -> [UInt8] {
        try requireNoNUL(message, "git_commit_create_buffer")
        let tree = try self.tree(tree)
        return try unsafe author.withRaw { author throws(GitError) in
            try unsafe committer.withRaw { committer throws(GitError) in
                var buffer = unsafe git_buf()
                defer { unsafe git_buf_dispose(&buffer) }
                try unsafe withCommits(parents[...], []) { parents in
                    var parents = unsafe parents
                    return unsafe git_commit_create_buffer(
                        &buffer, pointer, author, committer, nil, message,
                        tree.pointer, parents.count, &parents)
                }
                return unsafe bytes(of: buffer)
            }
        }
    }

    /// Stores a commit with the given bytes and their signature.
    func createCommit(content: [UInt8], signature: String) throws(GitError) -> ObjectID {
        try requireNoNUL(signature, "git_commit_create_with_signature")
        var id = git_oid()
        try check(
            unsafe git_commit_create_with_signature(
                &id, pointer, String(decoding: content, as: UTF8.self), signature, nil),
            "git_commit_create_with_signature")
        return ObjectID(id)
    }

    /// Runs `body` with handles to the commits, all of which stay open until it returns.
    @unsafe private func withCommits(
        _ ids: ArraySlice<ObjectID>, _ pointers: [OpaquePointer?],
        _ body: ([OpaquePointer?]) -> Int32
    ) throws(GitError) {
        guard let first = ids.first else {
            try check(unsafe body(pointers), "git_commit_create_buffer")
            return
        }
        let commit = try commit(first)
        try unsafe withCommits(ids.dropFirst(), pointers + [commit.pointer], body)
    }
}

/// Copies the content of a buffer that the C library filled.
@unsafe private func bytes(of buffer: git_buf) -> [UInt8] {
    guard let start = unsafe buffer.ptr else { return [] }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: buffer.size))
}
