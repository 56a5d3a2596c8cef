import Clibgit2

extension GitRepository {
    /// Returns the commit that a reference leads to, or `nil` if no such commit exists.
    ///
    /// The result is `nil` if the reference does not exist, has no target yet, or leads to another
    /// kind of object.
    public func target(of name: ReferenceName) throws(GitError) -> ObjectID? {
        try withHandle { repository throws(GitError) in
            guard let reference = try repository.reference(name) else { return nil }
            return try reference.commitID()
        }
    }

    /// Returns the direct target of a reference, such as an annotated tag.
    ///
    /// Symbolic references are followed. Returns `nil` if the reference does not exist.
    public func objectID(of name: ReferenceName) throws(GitError) -> ObjectID? {
        try withHandle { repository throws(GitError) in
            guard let reference = try repository.reference(repository.directName(of: name)) else {
                return nil
            }
            return unsafe ObjectID(git_reference_target(reference.pointer))
        }
    }

    /// Follows symbolic references from a name to the direct reference, which may not exist.
    public func directName(of name: ReferenceName) throws(GitError) -> ReferenceName {
        try withHandle { repository throws(GitError) in try repository.directName(of: name) }
    }

    /// Points `name` at `new` only if it still points at `old`, or does not exist if `old` is
    /// `nil`.
    ///
    /// This compare-and-swap is the only way to move a reference. Updating a symbolic reference
    /// moves its target. `message` and the identity are recorded in the reflog. If there is no
    /// identity, the configured identity or “unknown” is recorded. The new value is durable when
    /// this returns.
    ///
    /// If the update is rejected, nothing is changed. Throws ``GitError/Code/modified`` if the
    /// reference has another value. Throws ``GitError/Code/locked`` immediately if another process
    /// holds its lock. In both cases, wait for a short random time, read the reference again, and
    /// retry.
    public func update(
        _ name: ReferenceName, from old: ObjectID?, to new: ObjectID, message: String,
        identity: (name: String, email: String)? = nil
    ) throws(GitError) {
        try withHandle { repository throws(GitError) in
            try update(
                repository.directName(of: name), from: old, to: new, message: message,
                identity: identity, in: repository)
        }
    }

    /// Updates a reference that is not symbolic, like ``update(_:from:to:message:identity:)``.
    func update(
        _ name: ReferenceName, from old: ObjectID?, to new: ObjectID, message: String,
        identity: (name: String, email: String)?,
        in repository: borrowing GitHandle<RepositoryObject>
    ) throws(GitError) {
        let function = "git_reference_create_matching"
        try requireNoNUL(message, function)
        let identityName = identity.map { Signature.cleaned($0.name) }
        let identityEmail = identity.map { Signature.cleaned($0.email) }
        try check(
            unsafe git_repository_set_ident(repository.pointer, identityName, identityEmail),
            "git_repository_set_ident")
        if let old, let identity,
            try repository.move(name, from: old, to: new, message: message, identity: identity)
        {
            return
        }
        let files = ["\(commonDirectory)/\(name)", "\(commonDirectory)/logs/\(name)"]
        do throws(GitError) {
            try sharing.adjusting(files + ["\(gitDirectory)/logs/HEAD"]) {
                () throws(GitError) in
                var raw = new.raw
                var expected = old?.raw ?? git_oid()
                _ = try unsafe GitHandle<ReferenceObject>(function) { out in
                    unsafe git_reference_create_matching(
                        &out, repository.pointer, name.rawValue, &raw, 1, &expected, message)
                }
            }
        } catch  where error.code == .notFound && old != nil {
            // The reference was deleted meanwhile. For the caller, this counts as an unexpected
            // value.
            throw GitError(code: .modified, function: function, message: error.message)
        }
    }

    /// Deletes a reference only if it still points at `old`.
    ///
    /// Throws ``GitError/Code/modified`` or ``GitError/Code/locked`` like
    /// ``update(_:from:to:message:identity:)``, and ``GitError/Code/notFound`` if the reference
    /// does not exist.
    public func delete(_ name: ReferenceName, from old: ObjectID) throws(GitError) {
        try withHandle { repository throws(GitError) in
            guard let reference = try repository.reference(name) else {
                throw GitError(
                    code: .notFound, function: "git_reference_lookup",
                    message: "there is no reference '\(name)'")
            }
            guard unsafe ObjectID(git_reference_target(reference.pointer)) == old else {
                throw GitError(
                    code: .modified, function: "git_reference_delete",
                    message: "the reference '\(name)' has another value by now")
            }
            try sharing.adjusting(["\(commonDirectory)/packed-refs"]) {
                () throws(GitError) -> Void in
                try check(unsafe git_reference_delete(reference.pointer), "git_reference_delete")
            }
        }
    }

    /// Returns the references whose full names match `glob`, such as `refs/heads/*`, sorted by
    /// name.
    ///
    /// References that do not lead to a commit are omitted.
    public func references(matching glob: String) throws(GitError) -> [Reference] {
        try requireNoNUL(glob, "git_reference_iterator_glob_new")
        return try withHandle { repository throws(GitError) in
            let iterator = try unsafe GitHandle<ReferenceIteratorObject>(
                iterator: "git_reference_iterator_glob_new"
            ) { out in
                unsafe git_reference_iterator_glob_new(&out, repository.pointer, glob)
            }
            var references: [Reference] = []
            while let reference = try iterator.next() {
                guard let name = reference.name,
                    let target = (try? reference.commitID()) ?? nil
                else { continue }
                references.append(Reference(name: name, target: target))
            }
            return references.sorted {
                $0.name.rawValue.utf8.lexicographicallyPrecedes($1.name.rawValue.utf8)
            }
        }
    }

    /// Returns the branch that HEAD points to, even if it has no commits; `nil` if HEAD is
    /// detached.
    public func headBranch() throws(GitError) -> ReferenceName? {
        try withHandle { repository throws(GitError) in
            try repository.reference(.head)?.symbolicTarget
        }
    }

    /// Returns the target of a symbolic reference.
    ///
    /// Returns `nil` if the reference does not exist or is not symbolic.
    public func symbolicTarget(of name: ReferenceName) throws(GitError) -> ReferenceName? {
        try withHandle { repository throws(GitError) in
            try repository.reference(name)?.symbolicTarget
        }
    }

    /// Returns the upstream of a local branch, or `nil` if none is configured.
    ///
    /// The upstream is a remote-tracking branch, which may not have been fetched yet. The remote's
    /// refspecs may map the branch to nothing, or to itself, as in a mirror. In these cases, the
    /// result is the usual `refs/remotes/<remote>/<branch>`.
    public func upstream(of branch: ReferenceName) throws(GitError) -> ReferenceName? {
        let setting = "branch.\(branch.shorthand)"
        guard let remote = try string(forKey: "\(setting).remote"),
            let merge = try string(forKey: "\(setting).merge").flatMap({ ReferenceName($0) })
        else { return nil }
        if let mapped = try? mappedUpstream(of: branch), mapped != branch { return mapped }
        guard remote != ".", merge.isBranch else { return nil }
        return ReferenceName("refs/remotes/\(remote)/\(merge.shorthand)")
    }

    /// Returns the upstream according to the remote's refspecs, some of which the library cannot
    /// read.
    private func mappedUpstream(of branch: ReferenceName) throws(GitError) -> ReferenceName? {
        try withHandle { repository throws(GitError) in
            var buffer = unsafe git_buf()
            defer { unsafe git_buf_dispose(&buffer) }
            let status = unsafe git_branch_upstream_name(
                &buffer, repository.pointer, branch.rawValue)
            guard try checkFound(status, "git_branch_upstream_name"),
                let text = unsafe buffer.ptr
            else { return nil }
            return ReferenceName(unsafe String(cString: text))
        }
    }
}

extension GitHandle<RepositoryObject> {
    func reference(_ name: ReferenceName) throws(GitError) -> GitHandle<ReferenceObject>? {
        try unsafe GitHandle<ReferenceObject>.ifFound("git_reference_lookup") { out in
            unsafe git_reference_lookup(&out, pointer, name.rawValue)
        }
    }

    /// Returns the commit that HEAD leads to, or `nil` before the first commit.
    ///
    /// Throws if HEAD leads to another kind of object, because callers must not treat that as an
    /// empty tree.
    func headCommit() throws(GitError) -> ObjectID? {
        guard let head = try reference(.head) else { return nil }
        if let commit = try head.commitID() { return commit }
        try head.requireUnborn(else: .peel, "which is not a commit")
        return nil
    }

    /// Follows symbolic references to the direct reference, which need not exist.
    func directName(of name: ReferenceName) throws(GitError) -> ReferenceName {
        var name = name
        // Git also follows at most five links.
        for _ in 0..<5 {
            guard let target = try reference(name)?.symbolicTarget else { break }
            name = target
        }
        return name
    }
}

extension GitHandle<ReferenceObject> {
    var name: ReferenceName? {
        unsafe git_reference_name(pointer).flatMap { ReferenceName(unsafe String(cString: $0)) }
    }

    var symbolicTarget: ReferenceName? {
        unsafe git_reference_symbolic_target(pointer).flatMap {
            ReferenceName(unsafe String(cString: $0))
        }
    }

    /// Returns the commit that the reference leads to, or `nil` if it does not lead to a commit.
    ///
    /// Throws ``GitError/Code/missingObject`` if the target object does not exist, because that is
    /// damage, not a branch without commits.
    func commitID() throws(GitError) -> ObjectID? {
        do throws(GitError) {
            let commit = try unsafe GitHandle<CommitObject>(reading: "git_reference_peel") { out in
                unsafe git_reference_peel(&out, pointer, GIT_OBJECT_COMMIT)
            }
            return try commit.id
        } catch  where error.code == .missingObject {
            try requireUnborn(else: .missingObject, "which is missing")
            return nil
        } catch  where error.code == .peel || error.code == .invalidSpecification {
            return nil
        }
    }
}

extension GitHandle<ReferenceObject> {
    /// Throws unless the reference leads to a missing reference, as HEAD does before the first
    /// commit.
    fileprivate func requireUnborn(
        else code: GitError.Code, _ reason: String
    ) throws(GitError) {
        let resolved = try unsafe GitHandle<ReferenceObject>.ifFound("git_reference_resolve") {
            out in
            unsafe git_reference_resolve(&out, pointer)
        }
        guard let resolved, let target = unsafe ObjectID(git_reference_target(resolved.pointer))
        else { return }
        throw GitError(
            code: code, function: "git_reference_peel",
            message: "\(name?.rawValue ?? "a reference") names \(target), \(reason)")
    }
}

extension GitHandle<ReferenceIteratorObject> {
    /// Takes ownership of the iterator that `body` writes.
    ///
    /// Unlike other objects of the C library, an iterator does not have an opaque type.
    init(
        iterator function: String,
        _ body: (inout UnsafeMutablePointer<git_reference_iterator>?) -> Int32
    ) throws(GitError) {
        try unsafe self.init(function) { out in
            var iterator: UnsafeMutablePointer<git_reference_iterator>?
            let status = unsafe body(&iterator)
            unsafe out = iterator.map { OpaquePointer($0) }
            return status
        }
    }

    func next() throws(GitError) -> GitHandle<ReferenceObject>? {
        var out: OpaquePointer?
        let status = unsafe git_reference_next(&out, UnsafeMutablePointer(pointer))
        guard try checkNext(status, "git_reference_next") else { return nil }
        return try unsafe GitHandle<ReferenceObject>("git_reference_next") { handed in
            unsafe handed = out
            return status
        }
    }
}
