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
    /// The author of the text, if it is a known person.
    public let author: Actor?
    /// The author of the text, if it is an app's tester.
    public let tester: HashedGuid?
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
        try rows(of: model.entries(locale: locale, chain: [], filter: filter), in: locale)
    }

    /// A page of the origins of texts.
    package struct BlamePage: Sendable {
        /// The origins.
        package let rows: [BlameRow]
        /// The position of the last row, or nil if there are no more rows.
        package let next: EntryFilter.Place?
    }

    /// Returns up to `limit` origins of the chosen strings' texts, in the order of
    /// ``blame(_:_:)``, starting after a position.
    package func blame(
        _ locale: LanguageTag, _ choice: KeyChoice, after: EntryFilter.Place?, limit: Int
    ) throws -> BlamePage {
        var filter = EntryFilter(choice, states: locale == project.source ? [] : [.translated])
        filter.after = after
        filter.limit = limit + 1
        let entries = try model.entries(locale: locale, chain: [], filter: filter)
        let shown = entries.prefix(limit)
        return BlamePage(
            rows: try rows(of: shown, in: locale),
            next: entries.count > limit ? shown.last?.place : nil)
    }

    private func rows(
        of entries: some Sequence<Entry>, in locale: LanguageTag
    ) throws -> [BlameRow] {
        var origins = TextOrigins()
        return try entries.compactMap { entry in
            let isSource = locale == project.source
            guard let id = isSource ? entry.definitionID : entry.text?.id,
                let value = isSource ? entry.definition.value : entry.text?.value,
                let event = try model.event(id)
            else { return nil }
            let isUnknown =
                entry.text == nil || (entry.text?.reviewer == nil && event.mayBeReviewed)
            let credit = isUnknown ? try model.credit(of: id) : nil
            let origin = try origins.origin(of: event, event: model.event)
            return BlameRow(
                string: entry.string, value: value, event: event,
                author: origin.tester == nil ? entry.text.map(\.author) ?? credit?.author : nil,
                tester: origin.tester, reviewer: entry.text?.reviewer ?? credit?.reviewer,
                proposal: origin.proposal)
        }
    }
}

extension Event {
    /// Whether the text that the event sets can have a reviewer even if nobody has vouched for it.
    fileprivate var mayBeReviewed: Bool { copies != nil || payload.proposal != nil }
}
