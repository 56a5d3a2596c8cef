/// Computes how to revert some events of one subject.
///
/// After the revert, the register has the value that it would have if the events had never been
/// written. Later edits that build on these events block the revert. Two kinds of later events do
/// not block it, because they have no content of their own: events that were undone, and events
/// that restore a reverted event.
struct Compensation {
    let subject: Subject
    let events: [Event]
    /// The events to revert, except those that are already undone.
    private(set) var taken: Set<EventID>
    /// The requested events that are not reverted, because later edits build on them.
    private(set) var kept: Set<EventID> = []
    /// The later edits that block the revert.
    private(set) var obstacles: [Event] = []
    /// The later events of the register that have no content of their own.
    private var passedOver: Set<EventID> = []

    private let byID: [EventID: Event]
    private let registerEvents: [Event]
    private let project: Project

    /// Creates a compensation from the events of a subject, in ascending order of id.
    init(
        _ subject: Subject, events: [Event], taking ids: Set<EventID>,
        laterEdits: RevertOptions.LaterEdits, project: Project
    ) {
        self.subject = subject
        self.events = events
        self.project = project
        byID = Dictionary(events.map { ($0.id, $0) }) { first, _ in first }
        registerEvents = events.filter { subject.isOfRegister($0, in: project) }
        // The events to revert are left out, because reverting an event restores the events that it
        // undid.
        let undoing = Undoing(events.filter { !ids.contains($0.id) })
        taken = ids.filter { !undoing.isUndone($0) }
        settle(laterEdits)
    }

    /// True if the revert changes the register.
    var changesRegister: Bool { firstOfRegister != nil }

    /// The id of the first reverted event of the register.
    var firstOfRegister: EventID? { registerEvents.first { taken.contains($0.id) }?.id }

    /// The event whose content the register has after the revert, or `nil` if the register is
    /// empty.
    var target: Event? { rest.current.flatMap { byID[$0] } }

    /// The ids of events that conflict with ``target`` in an unresolved conflict.
    var contradicting: Set<EventID> { Set(rest.losers) }

    /// The register without the reverted events.
    private var rest: Register {
        let rest = registerEvents.filter { !taken.contains($0.id) && !passedOver.contains($0.id) }
        return subject.register(of: rest, in: project)
    }

    /// The reverted proposals that are closed by a remaining acceptance of another proposal.
    var closedWithAnother: Set<EventID> {
        let rest = events.filter { !taken.contains($0.id) }
        let undoing = Undoing(rest)
        let accepted = rest.filter { !undoing.isUndone($0.id) }.flatMap(\.acceptedProposals)
        return taken.intersection(accepted)
    }

    /// Excludes the register's events from the revert.
    mutating func keepRegister() {
        let left = taken.intersection(registerEvents.map(\.id))
        kept.formUnion(left)
        taken.subtract(left)
    }

    /// Determines the events to revert, and the obstacles.
    ///
    /// Depending on `laterEdits`, this repeats until nothing blocks the revert.
    private mutating func settle(_ laterEdits: RevertOptions.LaterEdits) {
        while true {
            let found = dependents()
            passedOver = found.passedOver
            guard !found.obstacles.isEmpty else { return }
            switch laterEdits {
            case .refuse:
                obstacles = found.obstacles
                return
            case .revert: taken.formUnion(found.obstacles.map(\.id))
            case .keep:
                obstacles += found.obstacles
                kept.formUnion(found.underneath)
                taken.subtract(found.underneath)
            }
        }
    }

    /// Returns the later events that build on reverted events.
    ///
    /// Takes time linear in the number of the subject's events and their references.
    private func dependents() -> (
        obstacles: [Event], underneath: Set<EventID>, passedOver: Set<EventID>
    ) {
        var obstacles: [Event] = []
        var underneath: Set<EventID> = []
        var passedOver: Set<EventID> = []
        let above = eventsAboveTaken()
        let undoing = Undoing(events.filter { !taken.contains($0.id) })
        let copies = copiesOfTaken()
        for event in registerEvents where !taken.contains(event.id) {
            let proposal = event.acceptedProposals.first.flatMap { taken.contains($0) ? $0 : nil }
            guard proposal != nil || above.contains(event.id) else { continue }
            if undoing.isUndone(event.id) || copies.contains(event.id) {
                passedOver.insert(event.id)
            } else {
                obstacles.append(event)
                if let proposal { underneath.insert(proposal) }
            }
        }
        return (obstacles, underneath.union(takenEvents(below: obstacles)), passedOver)
    }

    /// Returns the register's events that reference a reverted event, directly or through other
    /// events.
    private func eventsAboveTaken() -> Set<EventID> {
        var children: [EventID: [EventID]] = [:]
        for event in registerEvents {
            for parent in event.others { children[parent, default: []].append(event.id) }
        }
        var found: Set<EventID> = []
        var waiting = Array(taken)
        while let id = waiting.popLast() {
            for child in children[id] ?? [] where found.insert(child).inserted {
                waiting.append(child)
            }
        }
        return found
    }

    /// Returns the reverted events that the obstacles reference, directly or through other events.
    private func takenEvents(below obstacles: [Event]) -> Set<EventID> {
        guard !obstacles.isEmpty else { return [] }
        let register = SubjectEvents(registerEvents)
        var found: Set<EventID> = []
        var waiting = obstacles
        while let event = waiting.popLast() {
            for id in event.others where found.insert(id).inserted {
                if let parent = register[id] { waiting.append(parent) }
            }
        }
        return found.intersection(taken)
    }

    /// Returns the events that copy a reverted event, directly or through other copies.
    private func copiesOfTaken() -> Set<EventID> {
        var copies: [EventID: [EventID]] = [:]
        for event in events {
            if let original = event.copies { copies[original, default: []].append(event.id) }
        }
        var found: Set<EventID> = []
        var waiting = taken.filter { byID[$0] != nil }
        while let id = waiting.popFirst() {
            for copy in copies[id] ?? [] where found.insert(copy).inserted { waiting.insert(copy) }
        }
        return found
    }
}

extension Event {
    /// The heads that the event's writer knew, without the event itself.
    fileprivate var others: [EventID] {
        ([base].compactMap(\.self) + over).filter { $0 != id }
    }

    /// The proposal that the event accepts, and the equal proposals that it closes.
    var acceptedProposals: [EventID] {
        guard case .proposalAccepted(let acceptance) = payload else { return [] }
        return [acceptance.proposal] + acceptance.also
    }
}
