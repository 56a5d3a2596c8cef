public import ReadModel
public import Texts
public import Translation

/// A text that stands, and why.
public struct BlameRow: Sendable {
    /// The string.
    public let string: StringID
    /// What the text says.
    public let value: Value
    /// The event that made it.
    public let event: Event
    /// Who wrote it, where somebody is named.
    public let author: Actor?
    /// Who accepted it, or vouched for it last, where somebody did.
    public let reviewer: Actor?
    /// The proposal that it came through.
    public let proposal: EventID?
}

extension Snapshot {
    /// Who last made each text of a language, by section, order and key; inherited texts are not the language's own.
    ///
    /// Cost: the texts, and an event for each.
    public func blame(
        _ locale: LanguageTag, _ filter: EntryFilter
    ) throws -> [BlameRow] {
        try model.entries(locale: locale, chain: [], filter: filter).compactMap { entry in
            let isSource = locale == project.source
            guard let id = isSource ? entry.definitionID : entry.text?.id,
                let value = isSource ? entry.definition.value : entry.text?.value,
                let event = try model.event(id)
            else { return nil }
            var origin = event
            var visited: Set<EventID> = []
            while let id = origin.copies, visited.insert(id).inserted,
                let copied = try model.event(id), copied.payload.text != nil
            {
                origin = copied
            }
            return BlameRow(
                string: entry.string, value: value, event: event,
                author: try author(of: event, entry),
                reviewer: try reviewer(of: event, entry),
                proposal: origin.payload.proposal)
        }
    }

    private func author(
        of event: Event, _ entry: Entry
    ) throws -> Actor? {
        try entry.text.map(\.author) ?? model.credit(of: event.id)?.author
    }

    private func reviewer(
        of event: Event, _ entry: Entry
    ) throws -> Actor? {
        if let reviewer = entry.text?.reviewer { return reviewer }
        if case .proposalAccepted = event.payload { return event.actor }
        guard event.copies != nil else { return nil }
        return try model.reviewer(of: event, in: model.unit(event.locale, entry.string))
    }
}
