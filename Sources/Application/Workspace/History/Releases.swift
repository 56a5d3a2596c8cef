import Git
import GitEventStore

/// A tag, which names a release of the project.
public struct Release: Sendable {
    /// The name of the tag.
    public let name: String
    /// The time of the tagged commit, in Unix milliseconds.
    public let time: Int64
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
            releases.append(Release(name: tag.name.shorthand, time: time * 1000))
        }
        return releases
    }

    private func isOfProject(_ commit: ObjectID) throws -> Bool {
        try store.file(atPath: ProjectFile.name, in: store.position(of: commit)) != nil
    }
}
