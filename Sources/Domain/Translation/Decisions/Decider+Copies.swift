import Texts

extension Decider {
    /// Refuses events from which `copies` would be followed further than ``CopyDepths/limit``.
    ///
    /// Such a chain takes as many renames or reverts, one on top of the other. Setting the text ends it.
    func refuseDeepCopies(in events: ArraySlice<Event>) throws {
        guard events.contains(where: { $0.copies != nil }) else { return }
        let own = Dictionary(events.map { ($0.id, $0) }) { first, _ in first }
        var depths = CopyDepths()
        for event in events where event.copies != nil {
            let isTooDeep = try depths.isTooDeep(event) { id in
                try own[id] ?? state.event(id)
            }
            guard isTooDeep else { continue }
            // What is copied is what people know: the other may be a name that a rename would give it.
            let original = try event.copies.flatMap(state.event) ?? event
            let place = original.subject(in: state.project)?.spelled(in: state.project) ?? "this"
            throw Refusal(
                .tooManyCopies,
                "\(event.isProposal ? "A proposal for" : "The history of") \(place) is a chain of more than \(CopyDepths.limit) copies.",
                hint: event.isProposal
                    ? "Accept or reject the open proposals for it first."
                    : "Set it to the value that you want. That begins a new chain.")
        }
    }
}
