/// A reference with its symbolic links resolved, so that an operation resolves them only once.
public struct ResolvedReference: Hashable, Sendable {
    /// The direct reference: the requested reference, or the last reference that it leads to.
    public let name: ReferenceName
    /// The reference's commit, or `nil` if it does not exist or does not lead to a commit.
    public let commit: ObjectID?
    /// The requested reference.
    let origin: ReferenceName
}

extension GitRepository {
    /// Follows symbolic references from a name to the direct reference, and returns it with its
    /// commit.
    ///
    /// Throws ``GitError/Code/missingObject`` if the target object is missing.
    public func follow(_ name: ReferenceName) throws(GitError) -> ResolvedReference {
        try withHandle { repository throws(GitError) in
            let origin = name
            var name = name
            var reference = try repository.reference(name)
            // The same limit as in `directName(of:)`.
            for _ in 0..<5 {
                guard let target = reference?.symbolicTarget else { break }
                name = target
                reference = try repository.reference(name)
            }
            return ResolvedReference(
                name: name, commit: try reference?.commitID(), origin: origin)
        }
    }

    /// Points a reference at `new` only if it still leads to the same commit as when it was
    /// resolved.
    ///
    /// If `commit` is `nil`, the reference must not exist. The guarantees and errors are the same
    /// as in ``update(_:from:to:message:identity:)``. If a symbolic reference now leads to a
    /// different reference, it counts as modified.
    public func update(
        _ reference: ResolvedReference, to new: ObjectID, message: String,
        identity: (name: String, email: String)? = nil
    ) throws(GitError) {
        try withHandle { repository throws(GitError) in
            if reference.origin != reference.name,
                try !repository.leads(reference.origin, to: reference.name)
            {
                throw GitError(
                    code: .modified, function: "git_reference_lookup",
                    message: "the reference '\(reference.origin)' now leads to another reference")
            }
            try update(
                reference.name, from: reference.commit, to: new, message: message,
                identity: identity, in: repository)
        }
    }
}

extension GitHandle<RepositoryObject> {
    /// Returns true if a reference is `direct` or leads to it; `direct` must not be symbolic.
    func leads(_ name: ReferenceName, to direct: ReferenceName) throws(GitError) -> Bool {
        var name = name
        for _ in 0..<5 {
            if name == direct { return true }
            guard let target = try reference(name)?.symbolicTarget else { return false }
            name = target
        }
        return name == direct
    }
}
