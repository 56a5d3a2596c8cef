import EventStore
package import Git
import GitEventStore
import Texts
import Translation

/// The tags of commits, which name releases.
package struct ReleaseNames: Sendable {
    private let tags: [String: String]

    /// Creates the names from the tags of commits.
    package init(tags: [String: String] = [:]) { self.tags = tags }

    /// Returns the tag of a commit, given its full id; of several, the last by name.
    package func tag(of commit: String) -> String? { tags[commit] }

    /// Returns the tag of a commit, or otherwise the beginning of its id.
    package func name(of commit: String) -> String {
        tag(of: commit) ?? String(commit.prefix(Self.idLength))
    }

    private static let idLength = 12
}

extension ProjectScope {
    /// Returns the names of releases.
    ///
    /// Cost: reads the commit of every tag.
    package func releaseNames() throws -> ReleaseNames {
        ReleaseNames(
            tags: Dictionary(
                try store.repository.references(matching: "refs/tags/*").map { tag in
                    (tag.target.description, tag.name.shorthand)
                }, uniquingKeysWith: { _, last in last }))
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
}
