import Texts

/// Determines the author and review of copied texts and proposals.
///
/// Follows `copies` from event to event, as described in section 9 of docs/internals/data-model.md.
/// Each event is resolved once, so the cost of a chain is its length plus the number of events in
/// its units. Results are cached, so a new ledger is required after the log changes.
public struct CreditLedger {
    private let project: Project
    private var credits: [EventID: Credit] = [:]
    private var reviews: [Subject: Review] = [:]
    /// The events of the unit that was read last.
    ///
    /// A copy within the same unit needs no further lookup.
    private var recent = SubjectEvents([])

    /// The number of cached credits above which ``forgetIfLarge()`` drops the cache.
    ///
    /// At the usual limit, the cache takes tens of megabytes.
    private var limit = Self.usualLimit
    private static let usualLimit = 50_000
    /// True if the last call to ``forgetIfLarge()`` dropped everything.
    private var hasForgotten = false

    /// Creates an empty ledger.
    public init(_ project: Project) { self.project = project }

    /// An event on a chain of copies, and its unit.
    private struct Link {
        let event: Event
        let unit: Subject
    }

    /// Returns the credit of the text or proposal that an event made, or `nil` if it made neither.
    ///
    /// `event` returns the canonical event for an id, and `events` returns the settled events of a
    /// unit. Rethrows errors from both.
    public mutating func credit<Failure: Error>(
        of id: EventID, event: (EventID) throws(Failure) -> Event?,
        events: (Subject) throws(Failure) -> [Event]
    ) throws(Failure) -> Credit? {
        var path: [Link] = []
        var places: [EventID: Int] = [:]
        var credit: Credit?
        var next: EventID? = id
        while let id = next {
            if let known = credits[id] {
                credit = known
                break
            }
            var found = recent[id]
            if found == nil { found = try event(id) }
            guard let found else { break }
            if let known = credits[found.id] {
                credit = known
                break
            }
            if let start = places[found.id] {
                credit = settle(circle: Array(path[start...]))
                path.removeSubrange(start...)
                break
            }
            guard let unit = found.subject(in: project), case .unit = unit,
                found.payload.text != nil || found.isProposal
            else { break }
            if reviews[unit] == nil { note(try events(unit), of: unit) }
            places[found.id] = path.count
            path.append(Link(event: found, unit: unit))
            next = found.copies
        }
        for link in path.reversed() { credit = note(link, copying: credit) }
        return credit
    }

    /// Adds a unit's settled events, so that the ledger does not need to look them up.
    public mutating func note(_ events: [Event], of unit: Subject) {
        recent = SubjectEvents(events)
        reviews[unit] = Review(recent.sorted, undoing: Undoing(recent.sorted))
    }

    /// Drops the cache if it has become large.
    ///
    /// After that, the next credit may have to follow its whole chain again. If this alone exceeds
    /// the limit, the limit is raised to twice the number of cached credits. Otherwise, a long
    /// chain would be followed again after every call.
    public mutating func forgetIfLarge() {
        if hasForgotten { limit = max(Self.usualLimit, 2 * credits.count) }
        hasForgotten = credits.count > limit
        guard hasForgotten else { return }
        credits = [:]
        reviews = [:]
        recent = SubjectEvents([])
    }

    @discardableResult
    private mutating func note(_ link: Link, copying copied: Credit?) -> Credit? {
        let credit = reviews[link.unit]?.credit(
            of: link.event, copied: copied, isOfSource: link.event.locale == project.source)
        credits[link.event.id] = credit
        return credit
    }

    /// Computes the credits of events that copy each other in a cycle.
    ///
    /// Returns the credit of the first event. Each event's chain ends before it reaches that event
    /// again. Following the chain further would not change the review, because the nearest review
    /// decides. Each credit can therefore be computed from the credit of the next event in the
    /// cycle. There are two exceptions. The authorship is that of the last event. So is the author,
    /// if no event on the chain credits anyone else: it is the actor of the last event.
    private mutating func settle(circle: [Link]) -> Credit? {
        var first: Credit?
        for link in circle.reversed() { first = note(link, copying: first) }
        var credit = first
        for link in circle.dropFirst().reversed() { credit = note(link, copying: credit) }
        // A text that copies a proposal does not take its authorship, so a proposal ends the chain.
        let areTexts = !circle.contains(where: \.event.isProposal)
        for (last, link) in zip(circle, circle.dropFirst()) where areTexts {
            let authorship = reviews[last.unit]?.authorship(of: last.event) ?? .people
            credits[link.event.id] = credits[link.event.id]?.with(authorship)
        }
        guard let isOfProposals = Self.endDecidesAuthor(of: circle.map(\.event)) else {
            return first
        }
        var author = first?.author
        for (last, link) in zip(circle, circle.dropFirst()) {
            author = isOfProposals ? last.event.actor : last.event.actor ?? author
            credits[link.event.id] = credits[link.event.id]?.by(author)
        }
        return first
    }

    /// Returns true for a cycle of proposals and false for a cycle of texts.
    ///
    /// Returns `nil` if the author does not depend on the end of the chain.
    private static func endDecidesAuthor(of circle: [Event]) -> Bool? {
        if case .proposalMade(let first)? = circle.first?.payload {
            let areRestated = circle.allSatisfy { event in
                if case .proposalMade(let other) = event.payload {
                    first.isRestated(by: other)
                } else {
                    false
                }
            }
            return areRestated ? true : nil
        }
        let nameNobody = circle.allSatisfy { event in
            switch event.payload {
            case .proposalMade: false
            case .proposalAccepted(let acceptance): acceptance.author == nil
            default: true
            }
        }
        return nameNobody ? false : nil
    }
}
