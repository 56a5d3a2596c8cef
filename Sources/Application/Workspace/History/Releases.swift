import EventStore
import Git
import GitEventStore
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
