import EventStore
import Git
import GitEventStore
public import ReadModel
public import Translation

/// The changes to revert, as specified by a user.
public enum RevertSelection: Sendable {
    /// Ids of events or commits, and ranges of commits.
    case named([String])
    /// All events that match a query.
    case query(RevertQuery)
}

/// A query for events, in which a `nil` condition matches everything.
public struct RevertQuery: Sendable {
    /// The read model's filter, without guid and author.
    public var filter: EventFilter
    /// Selects only the guid's own events, and the events that accepted its proposals.
    public var guid: HashedGuid?
    /// Selects only events by people with this text in their name or address, and the events that
    /// accepted their proposals.
    public var author: String?
    /// Selects only proposals from this origin or its models that are open or accepted, and the
    /// events that accepted them.
    ///
    /// The times of the filter are those of the proposals: what was accepted from them later is
    /// selected, too.
    public var origin: Origin?
    /// Whether ``author`` is also compared with addresses.
    public var matchesAddresses = true

    /// Creates a query that, by default, applies only the filter.
    public init(_ filter: EventFilter, guid: HashedGuid? = nil, author: String? = nil) {
        self.filter = filter
        self.guid = guid
        self.author = author
    }
}

extension Snapshot {
    /// Returns the ids of the selected events in this state, in ascending order.
    public func events(
        toRevert selection: RevertSelection
    ) throws -> [EventID] {
        switch selection {
        case .named(let names):
            return Set(try names.flatMap { try events(named: $0) }).sorted()
        case .query(let query): return try events(of: query)
        }
    }

    // MARK: By name

    private func events(named name: String) throws -> [EventID] {
        switch RevisionRange(name) {
        case .single:
            switch try identify(name) {
            case .event(let id): return [id]
            case .commit(let id):
                return try events(broughtBy: commit(of: id), named: name)
            }
        case .range(let from, let to):
            return try events(from: try position(of: from), to: try position(of: to))
        case .symmetric:
            throw Refusal(
                .unknownRevision, "\(name) has two sides, but only one can be reverted.",
                hint: "Write A..B for the commits in B that are not in A.")
        }
    }

    private func events(
        broughtBy commit: ObjectID, named name: String
    ) throws -> [EventID] {
        let parents = try store.repository.commit(commit).parents
        guard parents.count < 2 else {
            throw Refusal(
                .unknownRevision, "\(name) is a merge: it has several parents.",
                hint:
                    "Write \(name)^1..\(name) for everything that it merged into its first parent.")
        }
        return try events(
            from: try parents.first.map(store.position), to: try store.position(of: commit))
    }

    /// Returns the events that exist at `new` and in this state, but not at `old`.
    ///
    /// Aliases are skipped, because they had no effect: the event that an alias repeats was added
    /// elsewhere.
    private func events(
        from old: Position?, to new: Position
    ) throws -> [EventID] {
        let ids = try lines(from: old, to: new).flatMap {
            Workspace.events(in: $0.content).map(\.id)
        }
        return try Set(ids).filter { try model.event($0)?.id == $0 }.sorted()
    }

    // MARK: By query

    private func events(of query: RevertQuery) throws -> [EventID] {
        var ids: [EventID] = []
        try forEachEvent(of: query) { stored in
            ids.append(stored.event.id)
            return true
        }
        return ids.sorted()
    }

    /// Calls `body` with each event that a query selects, newest first, until it returns false.
    package func forEachEvent(
        of query: RevertQuery, _ body: (StoredEvent) throws -> Bool
    ) throws {
        let person = query.author.map {
            PersonMatcher($0, matchesAddresses: query.matchesAddresses)
        }
        let accepted = try query.guid.map { guid in
            Set(try model.proposals(of: guid))
        }
        let made = try query.origin.map { try proposals(from: $0, in: query.filter) }
        var filter = query.filter
        if made != nil {
            filter.through = nil
            if filter.types.isEmpty { filter.types = ["proposal.made", "proposal.accepted"] }
        }
        filter.guid = query.guid
        filter.creditable = person
        try model.forEachEvent(filter) { stored in
            let event = stored.event
            var proposer: Actor?
            var proposal: EventID?
            if case .proposalAccepted(let acceptance) = event.payload {
                (proposer, proposal) = (acceptance.author, acceptance.proposal)
            }
            let isByPerson = person.map { $0.matches(event.actor) || $0.matches(proposer) }
            let isByGuid = query.guid.map { guid in
                event.payload.guid == guid
                    || proposal.map { accepted?.contains($0) == true } ?? false
            }
            let isFromOrigin = made.map { $0.contains(proposal ?? event.id) }
            guard isByPerson ?? true && isByGuid ?? true && isFromOrigin ?? true else {
                return true
            }
            return try body(stored)
        }
    }

    /// Returns the open and accepted proposals from an origin that were made in a filter's time.
    private func proposals(from origin: Origin, in filter: EventFilter) throws -> Set<EventID> {
        let found = try model.proposals(from: origin).filter { id, state in
            [.open, .accepted].contains(state) && filter.after.map { id > $0 } ?? true
                && filter.through.map { id <= $0 } ?? true
        }
        return Set(found.keys)
    }
}
