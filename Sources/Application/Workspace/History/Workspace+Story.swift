import JSON
import ReadModel
import Texts
public import Translation

extension Snapshot {
    /// Returns the story of an event, or `nil` if the log does not contain the event.
    ///
    /// The story of a proposal includes all comments and decisions. The story of a text includes
    /// the texts before it and the events that changed it. Cost: reads the string's events in the
    /// language.
    public func story(of id: EventID) throws -> Story? {
        guard let event = try model.event(id), let stored = try model.storedEvent(event.id) else {
            return nil
        }
        let aliases = try model.aliasesByCounting()[event.id] ?? []
        let asked = id == event.id ? nil : id
        var teller = try StoryTeller(event, in: model)
        let steps = try teller.steps(of: event)
        guard case .unit(let locale, let string)? = event.subject(in: project) else {
            return Story(
                event: event, stored: try JSONValue.parseRounding(stored.line[...]), proposal: nil,
                source: nil,
                standing: try standing(of: event), aliases: aliases, asked: asked,
                steps: steps)
        }
        let unit = try model.unit(locale, string)
        let row = unit.proposal(event.id).map {
            ProposalRow($0, locale: locale, string: string, current: unit.text?.value)
        }
        return Story(
            event: event, stored: try JSONValue.parseRounding(stored.line[...]), proposal: row,
            source: row == nil ? nil : unit.definitions.currentDefinition?.value,
            standing: row == nil ? unit.standing(of: event) : nil, aliases: aliases,
            asked: asked, steps: steps)
    }

    /// Returns the current effect of an event about a language, a setting or a section's files.
    private func standing(of event: Event) throws -> Story.Standing? {
        let register: Register? =
            switch event.subject(in: project) {
            case .locale(let tag)?: try model.locale(tag)?.register
            case .setting(let name)?: try model.setting(name.string).register
            case .resource(let section, let locale)?:
                try model.resource(section.string, in: locale).register
            case .file?, .unit?, nil: nil
            }
        return register.map { $0.standing(of: event.id) }
    }
}

extension Unit {
    /// Returns the current effect of an event in the unit.
    ///
    /// Returns `nil` unless the event was reverted, or sets or removes the unit's text.
    fileprivate func standing(of event: Event) -> Story.Standing? {
        if let undoer = undoer(of: event.id) { return .undone(by: undoer) }
        return event.isOfRegister ? register.standing(of: event.id) : nil
    }
}

extension Register {
    fileprivate func standing(of id: EventID) -> Story.Standing {
        if current == id { return .counts }
        return losers.contains(id) ? .loses : .replaced
    }
}
