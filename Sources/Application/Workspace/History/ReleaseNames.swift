import Git
import GitEventStore

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
}
