/// A reference that was followed to its end, for an operation that must not follow it again at each step.
public struct ResolvedReference: Hashable, Sendable {
    /// The reference that holds an id: the one that was asked for, or the last one that it leads to.
    public let name: ReferenceName
    /// The commit that it leads to, or `nil` if it does not exist or leads to no commit.
    public let commit: ObjectID?
    /// The reference that was asked for.
    let origin: ReferenceName
}

extension GitRepository {
    /// Follows symbolic references from a name to the one that holds an id, and returns it with its commit.
    ///
    /// Throws ``GitError/Code/missingObject`` if the object that it names is missing.
    public func follow(_ name: ReferenceName) throws(GitError) -> ResolvedReference {
        try withHandle { repository throws(GitError) in
            let origin = name
            var name = name
            var reference = try repository.reference(name)
            // As many as `directName(of:)` follows.
            for _ in 0..<5 {
                guard let target = reference?.symbolicTarget else { break }
                name = target
                reference = try repository.reference(name)
            }
            return ResolvedReference(
                name: name, commit: try reference?.commitID(), origin: origin)
        }
    }

    /// Points a reference at `new` only while it leads to the commit that it was followed to; `nil` means only while it does
    /// not exist.
    ///
    /// Throws and guarantees what ``update(_:from:to:message:identity:)`` does. A symbolic reference that leads to another one
    /// by now has another value.
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
    /// Returns whether a reference is `direct` or leads to it, which is no symbolic reference.
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
