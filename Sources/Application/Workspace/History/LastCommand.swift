import ReadModel
public import Translation

extension Snapshot {
    /// Returns the person's newest event, and the person's other events in the same commit.
    ///
    /// Throws if the person has no events, or if a shallow clone lacks the commit. Cost: reads the
    /// history back to that commit.
    public func eventsOfLastCommand(by actor: Actor) throws -> [EventID] {
        var last: StoredEvent?
        try model.forEachEvent(EventFilter(author: actor.email)) { stored in
            // Aliases are skipped, because they had no effect.
            guard stored.event.actor == actor,
                try model.event(stored.event.id)?.id == stored.event.id
            else { return true }
            last = stored
            return false
        }
        guard let last else {
            throw Refusal(
                .unknownID, "\(actor.name) <\(actor.email)> has not changed anything yet.",
                hint: .listIDs)
        }
        let names = try commits(bringing: [(last.path, last.event.id)], before: [.tip])
        guard let commit = names[last.event.id] else {
            throw Refusal(
                .unknownRevision, "The commit of the last command is not in this clone.",
                hint: "Run `git fetch --unshallow` to fetch the whole history.")
        }
        return try events(toRevert: .named([commit.id])).filter {
            try model.event($0)?.actor == actor
        }
    }
}
