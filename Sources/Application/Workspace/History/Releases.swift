import EventStore
import Git
import GitEventStore
import Languages
import Texts
public import Translation

/// A tag, which names a release of the project.
public struct Release: Sendable {
    /// The name of the tag.
    public let name: String
    /// The id of the tagged commit.
    public let commit: String
    /// The time of the tagged commit, in Unix milliseconds.
    public let time: Int64
    /// The person who made the tag, if it is annotated.
    public let tagger: Actor?
}

extension ProjectScope {
    /// Returns the tags whose commits contain the project, newest first by commit time.
    ///
    /// Cost: reads the commit of every tag, and the trees of the returned ones.
    public func releases(limit: Int = .max) throws -> [Release] {
        let tags = try store.repository.references(matching: "refs/tags/*").map { tag in
            (tag: tag, time: try store.repository.commit(tag.target).committer.secondsSinceEpoch)
        }
        var releases: [Release] = []
        // Among tags of the same time, the last by name comes first.
        for (tag, time) in tags.reversed().sorted(by: { $0.time > $1.time })
        where releases.count < limit {
            guard try isOfProject(tag.target) else { continue }
            let tagger = try store.repository.tagger(of: tag.name)
            releases.append(
                Release(
                    name: tag.name.shorthand, commit: tag.target.description, time: time * 1000,
                    tagger: tagger.map { Actor(name: $0.name, email: $0.email) }))
        }
        return releases
    }

    private func isOfProject(_ commit: ObjectID) throws -> Bool {
        try store.file(atPath: ProjectFile.name, in: store.position(of: commit)) != nil
    }
}

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
