import ReadModel
import Texts
import Translation

/// Collects the events that belong to the story of an event.
///
/// Most of them have the same subject.
struct StoryTeller {
    private let model: ReadModel
    /// The events of the subject, in ascending order.
    private let events: [Event]
    private let byID: [EventID: Event]
    private let unit: Unit?
    private var steps: [EventID: (event: Event, role: StoryStep.Role, before: Value?)] = [:]

    init(_ event: Event, in model: ReadModel) throws {
        self.model = model
        switch event.subject(in: model.project) {
        case .unit(let locale, let string)?:
            let unit = try model.unit(locale, string)
            self.unit = unit
            events = unit.events
        case let subject?:
            unit = nil
            events = try model.events(of: subject)
        case nil:
            unit = nil
            events = [event]
        }
        byID = Dictionary(events.map { ($0.id, $0) }) { first, _ in first }
    }

    /// Returns the steps of an event's story in chronological order.
    mutating func steps(of event: Event) throws -> [StoryStep] {
        // The folded copy of the event references effective events instead of their aliases.
        let event = byID[event.id] ?? event
        if case .proposalMade(let proposed) = event.payload {
            try tell(proposal: event, proposed)
        } else if event.isOfRegister || unit == nil {
            try tell(registerEvent: event)
        } else {
            tell(decision: event)
        }
        addUndoings()
        return steps.values.sorted { $0.event.id < $1.event.id }.map { step in
            StoryStep(
                event: step.event, role: step.role, before: step.before,
                undoneBy: unit?.undoer(of: step.event.id))
        }
    }

    private mutating func add(_ event: Event, _ role: StoryStep.Role, before: Value? = nil) {
        if steps[event.id] == nil { steps[event.id] = (event, role, before) }
    }

    // MARK: Proposals

    private mutating func tell(proposal: Event, _ proposed: ProposedText) throws {
        add(proposal, .proposed, before: proposal.base.flatMap { byID[$0]?.payload.text })
        if let earlier = proposed.replaces.flatMap({ byID[$0] }) { add(earlier, .proposedEarlier) }
        for event in events where event.id != proposal.id {
            guard let role = event.role(for: proposal.id, proposed) else { continue }
            let before: Value? =
                switch role {
                case .acceptedEdited, .closed, .replaced: proposed.value
                default: nil
                }
            add(event, role, before: before)
            if case .proposalAccepted = event.payload { try addFate(of: event) }
        }
        // A later proposal by the same guid may lack the reference to the proposal that it
        // replaces.
        if let state = unit?.proposal(proposal.id), state.state == .superseded,
            let decision = state.decision
        {
            add(decision, .replaced, before: proposed.value)
        }
    }

    // MARK: Texts, and other values set by successive events

    private mutating func tell(registerEvent event: Event) throws {
        let before = event.base.flatMap { byID[$0] }
        if let before { add(before, .before) }
        for other in event.over.compactMap({ byID[$0] }) { add(other, .before) }
        if let proposal = event.payload.proposal.flatMap({ byID[$0] }),
            case .proposalMade(let proposed) = proposal.payload
        {
            add(proposal, .proposed, before: before?.payload.text)
            let role = event.role(for: proposal.id, proposed) ?? .accepted
            add(event, role, before: role == .acceptedEdited ? proposed.value : nil)
        } else {
            add(event, .subject, before: before?.payload.text)
        }
        if let id = event.copies, byID[id] == nil, let copied = try model.event(id) {
            add(copied, .before)
        }
        try addFate(of: event)
    }

    /// Adds the events that judged, replaced or copied a text.
    private mutating func addFate(of text: Event) throws {
        for event in events where event.id != text.id {
            if event.payload.judgedText == text.id {
                let isFlag =
                    if case .translationFlagged = event.payload { true } else { false }
                add(event, isFlag ? .flagged : .vouched)
            } else if event.copies == text.id {
                add(event, .restored, before: event.base.flatMap { byID[$0]?.payload.text })
            } else if event.base == text.id || event.over.contains(text.id),
                event.isOfRegister || unit == nil
            {
                let isRemoval = unit != nil && event.payload.text == nil
                add(event, isRemoval ? .removed : .superseded, before: text.payload.text)
            }
        }
        for copy in try model.events(copying: text.id) where byID[copy.id] == nil {
            add(copy, .copied)
        }
    }

    // MARK: Decisions and comments

    private mutating func tell(decision: Event) {
        if let proposal = decision.payload.proposal.flatMap({ byID[$0] }),
            case .proposalMade(let proposed) = proposal.payload
        {
            add(proposal, .proposed)
            add(decision, decision.role(for: proposal.id, proposed) ?? .subject)
        } else if let text = decision.payload.judgedText.flatMap({ byID[$0] }) {
            let isFlag = if case .translationFlagged = decision.payload { true } else { false }
            add(text, .before)
            add(decision, isFlag ? .flagged : .vouched)
        } else {
            add(decision, .subject)
        }
        for id in decision.undoes {
            if let undone = byID[id] { add(undone, .before) }
        }
    }

    /// Adds the events that revert an event in the story, and the events that revert those.
    private mutating func addUndoings() {
        var undoers: [EventID: [Event]] = [:]
        for event in events {
            for id in event.undoes { undoers[id, default: []].append(event) }
        }
        var waiting = Array(steps.keys)
        while let id = waiting.popLast() {
            for event in undoers[id] ?? [] where steps[event.id] == nil {
                let role =
                    event.payload.typeName == "proposal.reopened"
                    ? StoryStep.Role.reopened : .undone
                add(event, role)
                waiting.append(event.id)
            }
        }
    }
}

extension Event {
    /// Returns the role of the event in a proposal's story, or `nil` if the event has no role in
    /// it.
    fileprivate func role(for proposal: EventID, _ proposed: ProposedText) -> StoryStep.Role? {
        let isAbout = payload.proposal == proposal
        return switch payload {
        case .proposalMade(let other): other.replaces == proposal ? .replaced : nil
        case .proposalAccepted(let acceptance):
            if isAbout {
                acceptance.value == proposed.value ? .accepted : .acceptedEdited
            } else {
                acceptance.also.contains(proposal) ? .closed : nil
            }
        case .proposalRejected: isAbout ? .rejected : nil
        case .proposalDeleted: isAbout ? .deleted : nil
        case .proposalReopened: isAbout ? .reopened : nil
        case .proposalEndorsed: isAbout ? .endorsed : nil
        case .commentAdded: isAbout ? .commented : nil
        case .localeAdded, .localeRemoved, .stringDefined, .stringRemoved, .translationSet,
            .translationRemoved, .settingChanged, .resourceDefined, .fileRead,
            .translationReviewed, .translationFlagged, .checkSilenced, .unrecognized:
            nil
        }
    }
}
