import Translation

/// The rules for events that copy other events.
///
/// A copy inherits the author and the review of the original. Therefore, regardless of the copy's
/// author, its text, string, language and source text must match the original.
struct CopyRights {
    let roles: Roles
    /// Returns the event in effect for an id, from the log before the push or from the push itself.
    let event: (EventID) -> Event?
    let renames: Renames

    /// The fault reported for an event whose chain of copies is too long or contains a cycle; see
    /// ``CopyDepths``.
    static let depthFault: EventRights.Fault = (
        .copy,
        "It is at the end of a chain of more than \(CopyDepths.limit) copies, or part of a cycle."
    )

    /// Returns the fault in a new event that copies another event, or nil if there is none.
    func fault(in event: Event) -> EventRights.Fault? {
        guard let id = event.copies, let value = event.payload.text ?? event.payload.proposedValue
        else { return nil }
        guard let copied = self.event(id) else {
            guard roles.hasReviewers(of: event.locale) else { return nil }
            return (.copy, "It copies \(id), which does not exist.")
        }
        // A proposal is no text: nobody accepted it.
        guard
            value
                == (event.payload.text == nil
                    ? copied.payload.proposedValue : copied.payload.text)
        else {
            return (.copy, "Its content differs from \(id), which it claims to copy.")
        }
        guard copied.locale == event.locale else {
            return (.copy, "It copies \(id), which is a text in \(copied.locale).")
        }
        if case .stringDefined = event.payload {
            return renames.fault(in: event, copying: copied).map { (.copy, $0) }
        }
        guard let new = renames.string(of: event), let old = renames.string(of: copied),
            renames.string(new, comesFrom: old)
        else { return (.copy, "It copies \(id), which is a text for another string.") }
        return sourceFault(event, copied).map { (.copy, $0) }
    }

    /// Returns the fault in the source text that a copy refers to.
    ///
    /// A copy that refers to another source text would count as current and reviewed without a
    /// review.
    private func sourceFault(_ event: Event, _ copied: Event) -> String? {
        // If the original has no source text, there is nothing to compare.
        guard let made = copied.source, event.source != made else { return nil }
        guard let claimed = event.source else {
            return "It refers to no source text, but \(copied.id), which it copies, refers to one."
        }
        // A text is stale if the definition that it refers to does not exist.
        guard self.event(claimed) != nil else { return nil }
        if self.event(made) == nil, !roles.hasReviewers(of: event.locale) { return nil }
        return renames.areAlike(made, claimed)
            ? nil
            : "Its source text differs from that of \(copied.id), which it copies."
    }
}
