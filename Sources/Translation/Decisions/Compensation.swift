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

    /// Whether an acceptance that stays closes a proposal that is taken back, since another one said the same.
    func isClosedWithAnother(_ proposal: EventID) -> Bool {
        guard taken.contains(proposal) else { return false }
        let rest = events.filter { !taken.contains($0.id) }
        let undoing = Undoing(rest)
        return rest.contains { $0.accepts(proposal) && !undoing.isUndone($0.id) }
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
    private func dependents() -> (
        obstacles: [Event], underneath: Set<EventID>, passedOver: Set<EventID>
    ) {
        var obstacles: [Event] = []
        var underneath: Set<EventID> = []
        var passedOver: Set<EventID> = []
        /// For each event of the register, what of it is taken back below.
        var below: [EventID: Set<EventID>] = [:]
        // Those that are named have smaller ids wherever clocks are honest; where not, the walk is repeated.
        var isComplete = false
        while !isComplete {
            isComplete = true
            for event in registerEvents {
                var found: Set<EventID> = []
                for parent in [event.base].compactMap(\.self) + event.over where parent != event.id
                {
                    found.formUnion(below[parent] ?? [])
                    if taken.contains(parent) { found.insert(parent) }
                }
                if found.count > below[event.id]?.count ?? 0 {
                    below[event.id] = found
                    isComplete = false
                }
            }
        }
        let undoing = Undoing(events.filter { !taken.contains($0.id) })
        for event in registerEvents where !taken.contains(event.id) {
            var under = below[event.id] ?? []
            if case .proposalAccepted(let acceptance) = event.payload,
                taken.contains(acceptance.proposal)
            {
                under.insert(acceptance.proposal)
            }
            guard !under.isEmpty else { continue }
            if undoing.isUndone(event.id) || bringsBackWhatIsTaken(event) {
                passedOver.insert(event.id)
            } else {
                obstacles.append(event)
                underneath.formUnion(under)
            }
        }
        return (obstacles, underneath, passedOver)
    }

    private func bringsBackWhatIsTaken(_ event: Event) -> Bool {
        var visited: Set<EventID> = [event.id]
        var next = event.copies
        while let id = next, visited.insert(id).inserted, let copied = byID[id] {
            if taken.contains(id) { return true }
            next = copied.copies
        }
        return false
    }
}

extension Event {
    /// Whether the event is an acceptance of a proposal, or closes it with another one.
    func accepts(_ proposal: EventID) -> Bool {
        guard case .proposalAccepted(let acceptance) = payload else { return false }
        return acceptance.proposal == proposal || acceptance.also.contains(proposal)
    }
}
