import Texts

extension Decider {
    /// Refuses events whose chain of `copies` is longer than ``CopyDepths/limit``.
    ///
    /// A text reaches the limit only after that many consecutive renames or reverts. Setting the
    /// text starts a new chain.
    func refuseDeepCopies(in events: ArraySlice<Event>) throws {
        guard events.contains(where: { $0.copies != nil }) else { return }
        let own = Dictionary(events.map { ($0.id, $0) }) { first, _ in first }
        var depths = CopyDepths()
        for event in events where event.copies != nil {
            let isTooDeep = try depths.isTooDeep(event) { id in
                try own[id] ?? state.event(id)
            }
            guard isTooDeep else { continue }
            // The refusal shows the string of the copied event, because the user knows it. The new
            // key may not exist yet.
            let original = try event.copies.flatMap(state.event) ?? event
            let place = original.subject(in: state.project)?.spelled(in: state.project) ?? "this"
            throw Refusal(
                .tooManyCopies,
                "\(event.isProposal ? "A proposal for \(place) is at the end of" : "The history of \(place) is") a chain of more than \(CopyDepths.limit) copies.",
                hint: event.isProposal
                    ? "Accept or reject the open proposals for it first."
                    : "Set it to the value that you want. That starts a new chain.")
        }
    }
}
