import Clibgit2

extension GitRepository {
    /// Stores a commit and returns its id, without moving a reference.
    ///
    /// `tree` is a tree, or a commit or tag that leads to a tree. Throws if the tree or a parent
    /// does not exist, if a person's name is empty, or if the message contains a NUL. The commit is
    /// durable when this returns.
    public func createCommit(
        tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature,
        message: String
    ) throws(GitError) -> ObjectID {
        try withHandle { repository throws(GitError) in
            try repository.createCommit(
                tree: tree, parents: parents, author: author, committer: committer,
                message: message)
        }
    }

    /// Returns the commit with the given id, or the commit that an annotated tag leads to.
    ///
    /// Throws ``GitError/Code/missingObject`` if the object does not exist. Throws
    /// ``GitError/Code/peel`` or ``GitError/Code/invalidSpecification`` if it does not lead to a
    /// commit.
    public func commit(_ id: ObjectID) throws(GitError) -> Commit {
        try withHandle { repository throws(GitError) in
            try repository.commit(id).value()
        }
    }
}

extension GitHandle<RepositoryObject> {
    func createCommit(
        tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature,
        message: String
    ) throws(GitError) -> ObjectID {
        try requireNoNUL(message, "git_commit_create_from_ids")
        let treeID = try self.tree(tree).id
        let raws = parents.map(\.raw)
        return try unsafe author.withRaw { author throws(GitError) in
            try unsafe committer.withRaw { committer throws(GitError) in
                var id = git_oid()
                var tree = treeID.raw
                let status = unsafe raws.withUnsafeBufferPointer { raws in
                    var pointers = unsafe raws.indices.map { index in
                        unsafe raws.baseAddress.map { unsafe $0 + index }
                    }
                    return unsafe git_commit_create_from_ids(
                        &id, pointer, nil, author, committer, nil, message, &tree,
                        pointers.count, &pointers)
                }
                try check(status, "git_commit_create_from_ids")
                return ObjectID(id)
            }
        }
    }
}

extension GitHandle<CommitObject> {
    var id: ObjectID {
        get throws(GitError) {
            guard let id = unsafe ObjectID(git_commit_id(pointer)) else {
                throw GitError(
                    code: .damagedObject, function: "git_commit_id",
                    message: "the commit has no name")
            }
            return id
        }
    }

    var parentIDs: [ObjectID] {
        (0..<(unsafe git_commit_parentcount(pointer))).compactMap { index in
            unsafe ObjectID(git_commit_parent_id(pointer, index))
        }
    }

    func value() throws(GitError) -> Commit {
        let id = try id
        guard let tree = unsafe ObjectID(git_commit_tree_id(pointer)) else {
            throw GitError(
                code: .damagedObject, function: "git_commit_tree_id",
                message: "the commit has no tree")
        }
        let message = unsafe git_commit_message(pointer)
        return Commit(
            id: id, tree: tree, parents: parentIDs,
            author: unsafe Signature(git_commit_author(pointer)),
            committer: unsafe Signature(git_commit_committer(pointer)),
            message: unsafe message.map { unsafe String(cString: $0) } ?? "")
    }
}
