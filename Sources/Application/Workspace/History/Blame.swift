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
    /// Whether the text that the event sets can have a reviewer without a vouching.
    fileprivate var mayBeReviewed: Bool { copies != nil || payload.proposal != nil }
}

/// The proposals that texts came through, directly or through what they copy.
struct OriginalProposals {
    private var proposals: [EventID: EventID?] = [:]

    /// Returns the proposal that the first text along `copies` was accepted from, if it was.
    ///
    /// `event` finds an event by its id. Each event is looked up once, however often this is called.
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
            // On a circle this is the answer for whoever comes back to it.
            proposals.updateValue(found, forKey: text.id)
            path.append(text.id)
            next = try text.copies.flatMap(event)
        }
        for id in path { proposals.updateValue(found, forKey: id) }
        return found
    }
}
