package import Git
import GitEventStore
import Translation

extension ProjectScope {
    /// Returns true if a branch, including those of remotes, or a tag contains a commit.
    ///
    /// Returns false if the repository does not have the commit.
    package func isInBranchOrTag(_ commit: ObjectID) throws -> Bool {
        let repository = store.repository
        guard try repository.objectExists(commit) else { return false }
        let starts = try ["refs/heads/*", "refs/tags/*", "refs/remotes/*"].flatMap { glob in
            try repository.references(matching: glob).map(\.target)
        }
        return try repository.isReachable(commit, from: starts)
    }

    /// Returns the commit of a release, given by its tag or by an id that may be abbreviated.
    ///
    /// Rejects commits that no branch and no tag contains, and suggests similar tags.
    package func release(named name: String) throws -> ObjectID {
        if let commit = try findRelease(name), try isInBranchOrTag(commit) { return commit }
        let tags = try store.repository.references(matching: "refs/tags/*").map(\.name.shorthand)
        throw Refusal(
            .unknownRevision, "No branch or tag contains a commit “\(name)”.",
            hint: "Use a tag, or the id of a commit.",
            nearest: NearestMatches.of(name, among: tags))
    }

    private func findRelease(_ name: String) throws -> ObjectID? {
        var revisions: [String] = []
        // Other revisions, such as `HEAD~3` or `:/word`, do not name a release.
        if let tag = ReferenceName("refs/tags/" + name) { revisions.append(tag.rawValue) }
        if name.utf8.count >= Workspace.shortestFragment,
            name.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
        {
            revisions.append(name)
        }
        for revision in revisions {
            do {
                return try store.repository.resolve(revision: revision)
            } catch {
                guard [.notFound, .ambiguous, .peel, .invalidSpecification].contains(error.code)
                else { throw error }
            }
        }
        return nil
    }
}
