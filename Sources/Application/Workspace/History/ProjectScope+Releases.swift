import EventStore
package import Git
import GitEventStore
import Texts
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

    /// Returns the commit of a release that apps can load: a branch or a tag here contains it,
    /// and it contains this project.
    ///
    /// Throws a ``Refusal`` for any other revision. Cost: at most one walk through the history.
    package func requireRelease(_ revision: String) throws -> ObjectID {
        let commit = try commit(of: revision)
        guard try isInBranchOrTag(commit) else {
            throw Refusal(
                .unknownRevision,
                "No branch or tag in this repository contains the commit \(revision).",
                hint: try isHistoryCut()
                    ? "This clone is shallow; `git fetch --unshallow --tags` fetches its history."
                    : "Tag the commit if it is a release.")
        }
        let position = try position(of: commit.description)
        guard let file = try store.file(atPath: ProjectFile.name, in: position),
            try ProjectFile.read(file).id.hasSameBytes(as: project.id)
        else {
            throw Refusal(
                .contradiction, "The commit \(revision) belongs to another project.",
                hint: "Specify a commit of the branch “\(store.branch.shorthand)”.")
        }
        return commit
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
