import Clibgit2

extension GitRepository {
    /// Returns the commit for a revision: a branch, a tag, an abbreviated id, `HEAD~3` or
    /// `@{yesterday}`.
    ///
    /// `reference` replaces HEAD wherever Git would use HEAD by default: for an empty text and
    /// before a leading `@{`. Throws ``GitError/Code/notFound`` for an unknown revision and
    /// ``GitError/Code/ambiguous`` for an ambiguous one. Throws
    /// ``GitError/Code/invalidSpecification`` for an invalid revision, and ``GitError/Code/peel``
    /// if it does not lead to a commit.
    public func resolve(
        revision: String, default reference: ReferenceName = .head
    ) throws(GitError) -> ObjectID {
        try requireNoNUL(revision, "git_revparse_single")
        let text = Self.completed(revision, with: reference)
        return try withHandle { repository throws(GitError) in
            let object = try repository.object(named: text)
            let commit = try unsafe GitHandle<CommitObject>(reading: "git_object_peel") { out in
                unsafe git_object_peel(&out, object.pointer, GIT_OBJECT_COMMIT)
            }
            return try commit.id
        }
    }

    /// Returns the commits at the ends of a revision range.
    ///
    /// Each side is resolved like ``resolve(revision:default:)``. A symmetric range starts at the
    /// merge base of both sides.
    public func resolve(
        range: RevisionRange, default reference: ReferenceName = .head
    ) throws(GitError) -> CommitRange {
        switch range {
        case .single(let revision):
            return CommitRange(
                start: nil, end: try resolve(revision: revision, default: reference))
        case .range(let from, let to):
            return CommitRange(
                start: try resolve(revision: from, default: reference),
                end: try resolve(revision: to, default: reference))
        case .symmetric(let left, let right):
            let left = try resolve(revision: left, default: reference)
            let right = try resolve(revision: right, default: reference)
            return CommitRange(start: try mergeBase(left, right), end: right)
        }
    }

    /// Returns the best common ancestor of two commits, or `nil` if they have none.
    ///
    /// In a shallow repository, only the available history is searched.
    public func mergeBase(_ left: ObjectID, _ right: ObjectID) throws(GitError) -> ObjectID? {
        if let graph = try shallowGraph() {
            return try graph.mergeBase(left, right)
        }
        return try withHandle { repository throws(GitError) in
            var left = left.raw
            var right = right.raw
            var base = git_oid()
            let status = unsafe git_merge_base(&base, repository.pointer, &left, &right)
            return try checkFound(status, "git_merge_base", unsuccessful: GIT_ERROR_MERGE)
                ? ObjectID(base) : nil
        }
    }

    private static func completed(_ revision: String, with reference: ReferenceName) -> String {
        if revision.isEmpty { return reference.rawValue }
        // `@{-1}`, the previously checked-out branch, applies only to HEAD.
        let isDefault =
            revision.utf8.starts(with: "@{".utf8)
            && !revision.utf8.starts(with: "@{-".utf8)
        return isDefault ? reference.rawValue + revision : revision
    }
}

extension GitHandle<RepositoryObject> {
    fileprivate func object(named text: String) throws(GitError) -> GitHandle<UntypedObject> {
        do throws(GitError) {
            return try unsafe GitHandle<UntypedObject>("git_revparse_single") { out in
                unsafe git_revparse_single(&out, pointer, text)
            }
        } catch {
            // libgit2 reports `de` as ambiguous, because it is an abbreviated id of fewer than four
            // digits. Git does not accept it as an id and reports that no such revision exists.
            guard error.code == .ambiguous, error.message.hasSuffix("prefix is too short")
            else {
                throw error
            }
            throw GitError(
                code: .notFound, function: error.function,
                message: "revspec '\(text)' not found")
        }
    }
}
