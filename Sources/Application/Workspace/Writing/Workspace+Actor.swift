import EventStore
import GitEventStore
public import Translation

extension Workspace {
    /// Returns the actor for new events: the author in Git's configuration.
    public func actor() throws -> Actor {
        let author = try Self.author(of: store.repository, host: host)
        return Actor(name: author.name, email: author.email)
    }
}
