import ReadModel
public import Texts
import Translation

extension Snapshot {
    /// Returns all texts of a string in a language, and follows renames back to the first text.
    ///
    /// Cost: reads the string's events in this language and in the source language, and the events
    /// of the strings that it was renamed from.
    public func history(
        _ locale: LanguageTag, _ string: StringID
    ) throws -> TextHistory {
        var chain = TextChain(model)
        try chain.add(model.unit(locale, string))
        let texts = try chain.steps()
        let definitions =
            locale == project.source
            ? [] : SourceChange.all(of: try model.unit(project.source, string))
        return TextHistory(
            locale: locale, string: string, steps: Self.merged(texts, definitions[...]))
    }

    /// Inserts the changes to the source text in order.
    ///
    /// Of the changes before the first text, only the last change is kept.
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
    /// Returns the definitions that changed the source text, newest first.
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
    /// Whether the event sets a text, defines a string, or removes either.
    var isOfRegister: Bool {
        let traits = payload.traits
        return traits.subject.isString && traits.effects.contains(.texts)
    }
}

/// The events that set a text, including the events of the texts that it was copied from.
private struct TextChain {
    private let model: ReadModel
    private var units: [Subject: Unit] = [:]
    private var nodes: [EventID: Node] = [:]
    /// The subject of the history.
    private var start: Subject?
    /// The heads of the starting unit that lost to the current text.
    private var losers: Set<EventID> = []
    /// The events that vouched for texts or flagged them, by unit and by the text's event id.
    private var remarks: [Subject: [EventID: [Event]]] = [:]
    private var origins = TextOrigins()

    private typealias Node = (event: Event, subject: Subject)

    init(_ model: ReadModel) { self.model = model }

    /// Adds all events of a text, and all events of the texts that it was copied from.
    ///
    /// Cost: reads the events of the visited units. Each unit is folded once.
    mutating func add(_ unit: Unit) throws {
        let start = Subject.unit(unit.locale, unit.string)
        self.start = start
        losers = Set(unit.register.losers)
        note(unit, as: start)
        var waiting = unit.events.filter(\.isOfRegister).map { (id: $0.id, subject: start) }
        while let (id, subject) = waiting.popLast() {
            guard nodes[id] == nil, let unit = units[subject], let event = unit[id],
                event.isOfRegister
            else { continue }
            nodes[id] = (event, subject)
            waiting += ([event.base].compactMap(\.self) + event.over).map { ($0, subject) }
            guard let copied = event.copies, unit[copied] == nil, nodes[copied] == nil,
                let original = try model.event(copied),
                let other = original.subject(in: model.project),
                case .unit(let locale, let string) = other
            else { continue }
            if units[other] == nil { note(try model.unit(locale, string), as: other) }
            waiting.append((original.id, other))
        }
    }

    private mutating func note(_ unit: Unit, as subject: Subject) {
        units[subject] = unit
        for event in unit.events {
            if let text = event.payload.judgedText {
                remarks[subject, default: [:]][text, default: []].append(event)
            }
        }
    }

    /// Returns the steps, each before the steps that it references.
    ///
    /// If several steps are possible next, the step with the greatest id comes first.
    mutating func steps() throws -> [TextStep] {
        let ordered = newestFirst()
        let credits = try model.credits(
            of: ordered.filter { $0.event.payload.text != nil }.map(\.event.id))
        return try ordered.compactMap { try step($0, credit: credits[$0.event.id]) }
    }

    private func newestFirst() -> [Node] {
        var later: [EventID: Int] = [:]
        for node in nodes.values {
            for id in Set(named(by: node.event)) { later[id, default: 0] += 1 }
        }
        var left = nodes
        var ready = GreatestFirst(nodes.keys.filter { later[$0] == nil })
        var all = nodes.keys.sorted()
        var ordered: [Node] = []
        // No writer creates a cycle. If the log contains a cycle, the cycle is entered at its
        // greatest id.
        while let next = ready.popMax() ?? all.popLast() {
            guard let node = left.removeValue(forKey: next) else { continue }
            ordered.append(node)
            for id in Set(named(by: node.event)) {
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

    private mutating func step(_ node: Node, credit: Credit?) throws -> TextStep? {
        guard case .unit(_, let string) = node.subject, let unit = units[node.subject] else {
            return nil
        }
        let event = node.event
        var proposal: Event?
        if case .proposalAccepted(let acceptance) = event.payload {
            proposal = try model.event(acceptance.proposal)
        }
        let (nodes, model) = (nodes, model)
        let origin = try origins.origin(of: event) { try nodes[$0]?.event ?? model.event($0) }
        return TextStep(
            event: event, string: string, value: event.payload.text,
            before: event.base.flatMap { nodes[$0]?.event.payload.text },
            standing: standing(of: event, in: unit, isOwn: node.subject == start),
            author: event.payload.text == nil
                ? event.actor : origin.tester == nil ? credit?.author : nil,
            tester: origin.tester, reviewer: credit?.reviewer, proposal: proposal,
            originalProposal: origin.proposal,
            source: event.source.flatMap { unit.definitions[$0]?.value },
            remarks: remarks[node.subject]?[event.id] ?? [])
    }

    private func standing(of event: Event, in unit: Unit, isOwn: Bool) -> TextStep.Standing {
        if let undoer = unit.undoer(of: event.id) { return .undone(by: undoer) }
        guard isOwn else { return .former }
        if unit.register.current == event.id { return .counts }
        return losers.contains(event.id) ? .loses : .former
    }
}

/// A priority queue of ids that removes the greatest id first.
private struct GreatestFirst {
    /// A binary heap: the id at index `i` is greater than the ids at `2 * i + 1` and `2 * i + 2`.
    private var ids: [EventID]

    init(_ ids: [EventID]) { self.ids = ids.sorted(by: >) }

    mutating func insert(_ id: EventID) {
        var place = ids.count
        ids.append(id)
        while place > 0, ids[(place - 1) / 2] < ids[place] {
            ids.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    mutating func popMax() -> EventID? {
        guard let last = ids.popLast() else { return nil }
        guard let greatest = ids.first else { return last }
        ids[0] = last
        var place = 0
        while let child = [place * 2 + 1, place * 2 + 2].filter(ids.indices.contains)
            .max(by: { ids[$0] < ids[$1] }), ids[place] < ids[child]
        {
            ids.swapAt(place, child)
            place = child
        }
        return greatest
    }
}
