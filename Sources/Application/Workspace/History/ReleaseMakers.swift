import Git
import GitEventStore
import Languages
import Texts
package import Translation

extension ProjectScope {
    /// Returns the person who made a release: the tagger, or otherwise the author of the commit.
    package func maker(of release: Release) throws -> Actor {
        if let tagger = release.tagger { return tagger }
        let author = try store.repository.commit(commit(of: release.commit)).author
        return Actor(name: author.name, email: author.email)
    }

    /// Returns the tags and further releases, newest first by commit time.
    ///
    /// `commits` are the full ids of the further releases, such as those that channels point to.
    /// Those without a tag are named by the beginning of their id; missing ones are omitted.
    package func releases(limit: Int = .max, besides commits: [String]) throws -> [Release] {
        let names = try releaseNames()
        let others = commits.compactMap { commit -> Release? in
            guard names.tag(of: commit) == nil, (try? position(of: commit)) != nil,
                let found = try? store.repository.commit(self.commit(of: commit))
            else { return nil }
            return Release(
                name: names.name(of: commit), commit: commit,
                time: found.committer.secondsSinceEpoch * 1000, tagger: nil)
        }
        // The sort is stable, so tags of the same time keep their order.
        return Array(
            (try releases(limit: limit) + others).sorted { $0.time > $1.time }.prefix(limit))
    }

    /// Returns the release of a commit, with the release before it, if there is one.
    ///
    /// `commits` are the full ids of releases that may have no tag. If the commit has several tags,
    /// the last by name is returned. Throws a ``Refusal`` for a commit that is no release.
    package func releaseWithPrevious(
        _ commit: String, besides commits: [String]
    ) throws -> (release: Release, previous: Release?) {
        let all = try releases(besides: commits)
        guard let index = all.firstIndex(where: { $0.commit.hasSameBytes(as: commit) }) else {
            throw Refusal(
                .unknownRevision, "There is no release “\(Visible.escaping(commit))”.",
                hint: .advice("A release is a tag, or a commit that a channel points to."))
        }
        return (all[index], index + 1 < all.count ? all[index + 1] : nil)
    }

    /// Returns true if a release is part of another one's history, given the full ids of commits.
    package func isRelease(_ earlier: String, before later: String) throws -> Bool {
        guard earlier != later else { return false }
        return try store.repository.isAncestor(commit(of: earlier), of: commit(of: later))
    }
}
