import Translation

/// What the rules say of events that copy others.
///
/// A copy keeps author and review, and so must keep the text, whoever makes it, and stay where those were given: with its string, in its
/// language, and with the source text that it was made for.
struct CopyRights {
    /// Who may do what.
    let roles: Roles
    /// The event that counts for an id, before the push or in it.
    let event: (EventID) -> Event?
    /// Which strings were renamed.
    let renames: Renames

    /// The fault of an event that ``CopyDepths`` finds too deep.
    static let depthFault: EventRights.Fault = (
        .copy,
        "It is the end of a chain of more than \(CopyDepths.limit) copies, or of a circle of copies."
    )

    /// Says what is wrong with a new event that copies another one, or nothing.
    func fault(in event: Event) -> EventRights.Fault? {
        guard let id = event.copies, let value = event.payload.text ?? event.payload.proposedValue
        else { return nil }
        guard let copied = self.event(id) else {
            guard roles.hasReviewers(of: event.locale) else { return nil }
            return (.copy, "It copies \(id), which is not here.")
        }
        guard value == copied.payload.text ?? copied.payload.proposedValue else {
            return (.copy, "It says something else than \(id), which it is said to copy.")
        }
        guard copied.locale == event.locale else {
            return (.copy, "It copies \(id), which is a text in \(copied.locale).")
        }
        if case .stringDefined = event.payload {
            return renames.fault(in: event, copying: copied).map { (.copy, $0) }
        }
        guard let new = renames.string(of: event), let old = renames.string(of: copied),
            renames.string(new, comesFrom: old)
        else { return (.copy, "It copies \(id), which is a text of another string.") }
        return sourceFault(event, copied).map { (.copy, $0) }
    }

    /// A copy that names another source text would be up to date, and reviewed, for what nobody reviewed.
    private func sourceFault(_ event: Event, _ copied: Event) -> String? {
        // Without a source nothing is known of a text, and nothing is claimed by its copy.
        guard let made = copied.source, event.source != made else { return nil }
        guard let claimed = event.source else {
            return "It names no source text, and \(copied.id), which it copies, was made for one."
        }
        // What names a definition that is not here is stale.
        guard self.event(claimed) != nil else { return nil }
        if self.event(made) == nil, !roles.hasReviewers(of: event.locale) { return nil }
        return renames.areAlike(made, claimed)
            ? nil
            : "It names another source text than the one that \(copied.id), which it copies, was made for."
    }
}
