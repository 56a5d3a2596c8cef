import ReadModel
public import Translation

/// The proposal that a text comes from, and the tester who made it.
public struct TextOrigin: Sendable {
    /// The proposal that was accepted as the original of the text, if any.
    public var proposal: EventID?
    /// The tester to credit with the text, if nobody with a name made the proposal.
    public var tester: HashedGuid?
}

/// A cache of the origins of texts, found directly or through the texts that they copy.
struct TextOrigins {
    private var origins: [EventID: TextOrigin] = [:]

    /// Returns the origin of a text.
    ///
    /// The original is found by following `copies`. `event` looks up an event by its id. Results
    /// are cached, so no chain of copies is followed twice.
    mutating func origin(
        of text: Event, event: (EventID) throws -> Event?
    ) rethrows -> TextOrigin {
        var path: [(id: EventID, namesAuthor: Bool)] = []
        var found = TextOrigin()
        var next: Event? = text
        while let text = next, text.payload.text != nil || path.isEmpty {
            if let known = origins[text.id] {
                found = known
                break
            }
            found = TextOrigin(proposal: text.payload.proposal)
            // If the copies form a cycle, this ends the search when it returns to this text.
            origins[text.id] = found
            path.append((text.id, text.namesAuthor))
            next = try text.copies.flatMap(event)
            if next == nil { found.tester = try text.tester(event: event) }
        }
        for (id, namesAuthor) in path.reversed() {
            if namesAuthor { found.tester = nil }
            origins[id] = found
        }
        return found
    }
}

extension Event {
    /// Whether the event accepts a proposal by a person, who is credited with the text.
    fileprivate var namesAuthor: Bool {
        if case .proposalAccepted(let acceptance) = payload {
            acceptance.author != nil
        } else {
            false
        }
    }

    /// Returns the tester whose proposal the event accepts, or `nil` if it accepts none by a
    /// tester.
    ///
    /// The acceptance of a tester's proposal has no author. `event` looks up an event by its id.
    func tester(event: (EventID) throws -> Event?) rethrows -> HashedGuid? {
        guard case .proposalAccepted(let acceptance) = payload, acceptance.author == nil,
            let proposal = try event(acceptance.proposal),
            case .proposalMade(let proposed) = proposal.payload,
            // Renaming a string copies a tester's proposal with the actor of the renaming.
            proposal.actor == nil || proposal.copies != nil
        else { return nil }
        return proposed.guid
    }
}

/// A person or an app's tester, as the author of a proposal.
public enum Proponent: Sendable {
    /// A person with a name.
    case person(Actor)
    /// A tester, who is known only by a guid.
    case tester(HashedGuid)
}

extension Snapshot {
    /// Returns the proposal that a text comes from, and the tester who made it.
    ///
    /// `event` is the event that set the text. Cost: reads the events that it copies.
    public func origin(of event: Event) throws -> TextOrigin {
        var origins = TextOrigins()
        return try origins.origin(of: event, event: model.event)
    }

    /// Returns the author of the proposal that an event accepts, or `nil` for any other event.
    public func proponent(acceptedBy event: Event) throws -> Proponent? {
        guard case .proposalAccepted(let acceptance) = event.payload else { return nil }
        return try acceptance.author.map(Proponent.person)
            ?? event.tester(event: model.event).map(Proponent.tester)
    }

    /// Returns the authors of the proposals that events accept, by the id of the acceptance.
    public func proponents(
        acceptedBy events: some Sequence<Event>
    ) throws -> [EventID: Proponent] {
        var proponents: [EventID: Proponent] = [:]
        for event in events { proponents[event.id] = try proponent(acceptedBy: event) }
        return proponents
    }
}
