public import ReadModel
public import Texts
public import Translation

/// A current text and its origin.
public struct BlameRow: Sendable {
    /// The string that the text belongs to.
    public let string: StringID
    /// The current text.
    public let value: Value
    /// The event that set the text.
    public let event: Event
    /// The author of the text, if known.
    public let author: Actor?
    /// The person who accepted the text or last vouched for it, if any.
    public let reviewer: Actor?
    /// The proposal that was accepted as this text, if any.
    public let proposal: EventID?
}

extension Snapshot {
    /// Returns the origin of each text in a language, sorted by section, order and key.
    ///
    /// Inherited texts are left out. Cost: reads the texts, and one event per text.
    public func blame(
        _ locale: LanguageTag, _ filter: EntryFilter
    ) throws -> [BlameRow] {
        var origins = OriginalProposals()
        return try model.entries(locale: locale, chain: [], filter: filter).compactMap { entry in
            let isSource = locale == project.source
            guard let id = isSource ? entry.definitionID : entry.text?.id,
                let value = isSource ? entry.definition.value : entry.text?.value,
                let event = try model.event(id)
            else { return nil }
            let isUnknown =
                entry.text == nil || (entry.text?.reviewer == nil && event.mayBeReviewed)
            let credit = isUnknown ? try model.credit(of: id) : nil
            return BlameRow(
                string: entry.string, value: value, event: event,
                author: entry.text.map(\.author) ?? credit?.author,
                reviewer: entry.text?.reviewer ?? credit?.reviewer,
                proposal: try origins.proposal(of: event, event: model.event))
        }
    }
}

extension Event {
    /// Whether the text that the event sets can have a reviewer even if nobody has vouched for it.
    fileprivate var mayBeReviewed: Bool { copies != nil || payload.proposal != nil }
}

/// A cache of the proposals that texts come from, directly or through the texts that they copy.
struct OriginalProposals {
    private var proposals: [EventID: EventID?] = [:]

    /// Returns the proposal that was accepted as the original of a text, if any.
    ///
    /// The original is found by following `copies`. `event` looks up an event by its id. Results
    /// are cached, so no chain of copies is followed twice.
    mutating func proposal(
        of text: Event, event: (EventID) throws -> Event?
    ) rethrows -> EventID? {
        var path: [EventID] = []
        var found: EventID?
        var next: Event? = text
        while let text = next, text.payload.text != nil || path.isEmpty {
            if let known = proposals[text.id] {
                found = known
                break
            }
            found = text.payload.proposal
            // If the copies form a cycle, this ends the search when it returns to this text.
            proposals.updateValue(found, forKey: text.id)
            path.append(text.id)
            next = try text.copies.flatMap(event)
        }
        for id in path { proposals.updateValue(found, forKey: id) }
        return found
    }
}
