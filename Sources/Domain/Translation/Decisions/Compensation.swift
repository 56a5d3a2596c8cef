/// Finds out what it takes to take back some events of one subject.
///
/// The register shall read as if they had never been written. Edits that were made on top of them stand in the
/// way, but for those that say nothing by themselves: what is undone, and what brings back what is taken back.
struct Compensation {
    let subject: Subject
    let events: [Event]
    /// What is taken back; what was undone before is left out.
    private(set) var taken: Set<EventID>
    /// What was asked for and is left as it is, because later edits stand on it.
    private(set) var kept: Set<EventID> = []
    /// What stands in the way.
    private(set) var obstacles: [Event] = []
    /// The later events of the register that say nothing by themselves.
    private var passedOver: Set<EventID> = []

    private let byID: [EventID: Event]
    private let registerEvents: [Event]
    private let project: Project

    /// Looks at the events of a subject, ascending by id.
    init(
        _ subject: Subject, events: [Event], taking ids: Set<EventID>,
        laterEdits: Reverting.LaterEdits, project: Project
    ) {
        self.subject = subject
        self.events = events
        self.project = project
        byID = Dictionary(events.map { ($0.id, $0) }) { first, _ in first }
        registerEvents = events.filter { subject.isOfRegister($0, in: project) }
        // What is undone by something that is taken back itself would stand again.
        let undoing = Undoing(events.filter { !ids.contains($0.id) })
        taken = ids.filter { !undoing.isUndone($0) }
        settle(laterEdits)
    }

    /// Whether the register must say something else than now.
    var changesRegister: Bool { firstOfRegister != nil }

    /// The first event of the register that is taken back.
    var firstOfRegister: EventID? { registerEvents.first { taken.contains($0.id) }?.id }

    /// The event that the register shall read like; `nil` for nothing.
    var target: Event? { rest.current.flatMap { byID[$0] } }

    /// What contradicts ``target`` still: a conflict of others, which nobody has settled.
    var contradicting: Set<EventID> { Set(rest.losers) }

    /// The register without what is taken back.
    private var rest: Register {
        let rest = registerEvents.filter { !taken.contains($0.id) && !passedOver.contains($0.id) }
        return subject.register(of: rest, in: project)
    }

    /// The proposals that are taken back, and that an acceptance of another one closes which stays.
    var closedWithAnother: Set<EventID> {
        let rest = events.filter { !taken.contains($0.id) }
        let undoing = Undoing(rest)
        let accepted = rest.filter { !undoing.isUndone($0.id) }.flatMap(\.acceptedProposals)
        return taken.intersection(accepted)
    }

    /// Leaves the register as it is.
    mutating func keepRegister() {
        let left = taken.intersection(registerEvents.map(\.id))
        kept.formUnion(left)
        taken.subtract(left)
    }

    /// Repeats until nothing stands in the way any more, or says what does.
    private mutating func settle(_ laterEdits: Reverting.LaterEdits) {
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

    /// What was built on what is taken back.
    ///
    /// Cost: the events of the subject and what they name.
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

    /// The events of the register that name something that is taken back, or one of these.
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

    /// What of the events that these name, and of those that these name in turn, is taken back.
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

    /// The events that copy something that is taken back, perhaps through other copies.
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
    /// The heads that its writer saw, itself left out.
    fileprivate var others: [EventID] {
        ([base].compactMap(\.self) + over).filter { $0 != id }
    }

    /// The proposal that the event accepts, and those that it closes with that.
    var acceptedProposals: [EventID] {
        guard case .proposalAccepted(let acceptance) = payload else { return [] }
        return [acceptance.proposal] + acceptance.also
    }
}
