public import ReadModel
public import Texts
public import Translation

/// A current text and its origin.
public struct BlameRow: Sendable {
    /// The string.
    public let string: StringID
    /// The text.
    public let value: Value
    /// The event that set it.
    public let event: Event
    /// The author, if known.
    public let author: Actor?
    /// The person who accepted it or last vouched for it, if any.
    public let reviewer: Actor?
    /// The proposal that was accepted as this text.
    public let proposal: EventID?
}

extension Snapshot {
    /// Returns the origin of each text of a language, by section, order and key, without inherited
    /// texts.
    ///
    /// Cost: the texts, and an event for each.
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
    /// Whether the text that the event sets can have a reviewer even if nobody vouched for it.
    fileprivate var mayBeReviewed: Bool { copies != nil || payload.proposal != nil }
}

/// The proposals behind texts, found directly or through the texts that they copy.
struct OriginalProposals {
    private var proposals: [EventID: EventID?] = [:]

    /// Returns the proposal that was accepted as the first text along `copies`, if any.
    ///
    /// `event` finds an event by its id. Each event is looked up once, however often this is
    /// called.
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
            // In a cycle, this is the answer for whatever returns to this text.
            proposals.updateValue(found, forKey: text.id)
            path.append(text.id)
            next = try text.copies.flatMap(event)
        }
        for id in path { proposals.updateValue(found, forKey: id) }
        return found
    }
}
