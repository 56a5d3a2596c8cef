import ReadModel
public import Texts
import Translation

extension Snapshot {
    /// The texts that a string had in a language, back to the first, along renamings too.
    ///
    /// Cost: the events of the string in this language and the source language, and of those that it was renamed from.
    public func history(
        _ locale: LanguageTag, _ string: StringID
    ) throws -> TextHistory {
        var chain = TextChain(model)
        try chain.add(model.unit(locale, string))
        let texts = try chain.newestFirst().map { try chain.step($0) }
        let definitions =
            locale == project.source
            ? [] : SourceChange.all(of: try model.unit(project.source, string))
        return TextHistory(
            locale: locale, string: string, steps: Self.merged(texts, definitions[...]))
    }

    /// Puts the changes of the source where they belong; of those before the first text, only what that was made for.
    private static func merged(
        _ texts: [TextStep], _ definitions: ArraySlice<SourceChange>
    ) -> [TextHistory.Step] {
        var definitions = definitions
        var steps: [TextHistory.Step] = []
        for text in texts {
            while let change = definitions.first, change.event.id > text.event.id {
                steps.append(.source(change))
                definitions.removeFirst()
            }
            steps.append(.text(text))
        }
        return steps + definitions.prefix(1).map(TextHistory.Step.source)
    }
}

extension SourceChange {
    /// The definitions that say something else than the ones before, newest first.
    fileprivate static func all(of unit: Unit) -> [SourceChange] {
        unit.events.reversed().filter(\.isOfRegister).compactMap { event in
            let value = unit.definitions[event.id]?.value
            let before = event.base.flatMap { unit.definitions[$0]?.value }
            guard event.base == nil || value != before else { return nil }
            return SourceChange(event: event, value: value, before: before)
        }
    }
}

extension Event {
    /// Whether the event sets a text, defines a string, or takes one of them out.
    var isOfRegister: Bool {
        switch payload {
        case .stringDefined, .stringRemoved, .translationSet, .translationRemoved,
            .proposalAccepted:
            true
        default: false
        }
    }
}

/// The events of a text's register, and of the registers that it was copied from.
private struct TextChain {
    private let model: ReadModel
    private var units: [Subject: Unit] = [:]
    private var nodes: [EventID: (event: Event, subject: Subject)] = [:]
    /// Whose history it is.
    private var start: Subject?

    init(_ model: ReadModel) { self.model = model }

    /// Takes in all that happened to a text.
    mutating func add(_ unit: Unit) throws {
        start = .unit(unit.locale, unit.string)
        try add(unit.events.filter(\.isOfRegister).map(\.id), of: unit)
    }

    /// Takes in some events of a unit, what they follow, and what was copied there from elsewhere.
    private mutating func add(_ ids: [EventID], of unit: Unit) throws {
        let subject = Subject.unit(unit.locale, unit.string)
        units[subject] = unit
        var waiting = ids
        while let id = waiting.popLast() {
            guard nodes[id] == nil, let event = unit[id], event.isOfRegister else { continue }
            nodes[id] = (event, subject)
            waiting += [event.base].compactMap(\.self) + event.over
            guard let copied = event.copies, unit[copied] == nil else { continue }
            try follow(copied)
        }
    }

    /// Goes on in the unit that a text was copied from.
    private mutating func follow(_ id: EventID) throws {
        guard nodes[id] == nil, let event = try model.event(id),
            case .unit(let locale, let string)? = event.subject(in: model.project)
        else { return }
        try add([event.id], of: model.unit(locale, string))
    }

    /// The events, each before those that it names; of those that could come next the greatest id first.
    func newestFirst() -> [EventID] {
        var later: [EventID: Int] = [:]
        for node in nodes.values {
            for id in Set(named(by: node.event)) { later[id, default: 0] += 1 }
        }
        var left = Set(nodes.keys)
        var ready = left.filter { later[$0] == nil }
        var ordered: [EventID] = []
        // A circle, which no writer makes, is entered at its greatest id.
        while let next = ready.max() ?? left.max() {
            ready.remove(next)
            guard left.remove(next) != nil, let event = nodes[next]?.event else { continue }
            ordered.append(next)
            for id in Set(named(by: event)) {
                later[id, default: 0] -= 1
                if later[id] == 0 { ready.insert(id) }
            }
        }
        return ordered
    }

    private func named(by event: Event) -> [EventID] {
        ([event.base, event.copies].compactMap(\.self) + event.over).filter {
            $0 != event.id && nodes[$0] != nil
        }
    }

    func step(_ id: EventID) throws -> TextStep {
        guard let node = nodes[id], case .unit(_, let string) = node.subject,
            let unit = units[node.subject]
        else { throw MissingStep(id: id) }
        let event = node.event
        var proposal: Event?
        if case .proposalAccepted(let acceptance) = event.payload {
            proposal = try model.event(acceptance.proposal)
        }
        return TextStep(
            event: event, string: string, value: event.payload.text,
            before: event.base.flatMap { nodes[$0]?.event.payload.text },
            standing: standing(of: event, in: unit, isOwn: node.subject == start),
            author: event.payload.text == nil ? event.actor : try model.credit(of: id)?.author,
            reviewer: try model.reviewer(of: event, in: unit), proposal: proposal,
            originalProposal: originalProposal(of: event),
            source: event.source.flatMap { unit.definitions[$0]?.value },
            remarks: unit.events.filter { $0.judgedText == id })
    }

    /// The proposal of the text, or of what it was taken over from.
    private func originalProposal(of event: Event) -> EventID? {
        var event = event
        var visited: Set<EventID> = []
        while visited.insert(event.id).inserted, let id = event.copies, let copied = nodes[id] {
            event = copied.event
        }
        return event.payload.proposal
    }

    private func standing(of event: Event, in unit: Unit, isOwn: Bool) -> TextStep.Standing {
        if let undoer = unit.undoer(of: event.id) { return .undone(by: undoer) }
        guard isOwn else { return .former }
        if unit.register.current == event.id { return .counts }
        return unit.register.losers.contains(event.id) ? .loses : .former
    }

    /// An event that was ordered and is not there.
    private struct MissingStep: Error {
        let id: EventID
    }
}

extension Event {
    /// The text that the event vouches for or flags.
    var judgedText: EventID? {
        switch payload {
        case .translationReviewed(let text, _), .translationFlagged(let text, _): text
        default: nil
        }
    }
}

extension ReadModel {
    /// Who vouched last for the text of an event, or accepted it; along what it copies, but not out of the source language.
    func reviewer(of event: Event, in unit: Unit) throws -> Actor? {
        var event = event
        var unit = unit
        var visited: Set<EventID> = []
        while visited.insert(event.id).inserted {
            let vouch = unit.events.last { other in
                guard case .translationReviewed(let text, _) = other.payload else { return false }
                return text == event.id && unit.undoer(of: other.id) == nil
            }
            if let vouch { return vouch.actor }
            if case .proposalAccepted = event.payload { return event.actor }
            guard let id = event.copies, let copied = try self.event(id),
                case .unit(let locale, let string)? = copied.subject(in: project),
                locale != project.source || event.locale == project.source
            else { return nil }
            (event, unit) = (copied, try self.unit(locale, string))
        }
        return nil
    }
}
