import EventStore
import GitEventStore
public import Translation

extension Workspace {
    /// The actor of the events that are written here: Git's author.
    public func actor() throws -> Actor {
        let author = try Self.author(of: store.repository, host: host)
        return Actor(name: author.name, email: author.email)
    }
}
