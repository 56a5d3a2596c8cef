import Languages
import Translation
import Workspace

extension Screen {
    /// Adds comments, each with its author and time.
    ///
    /// `now` is in Unix milliseconds.
    mutating func add(comments: [Event], now: Int64, _ people: People) {
        add(
            "Comments",
            comments.compactMap { event in
                guard case .commentAdded(_, let text, _) = event.payload else { return nil }
                let who = people.name(of: event.actor, or: event.payload.guid) ?? "somebody"
                return PaintedText("\(who), \(RelativeTime.text(event.at, now: now)): \(text)")
            })
    }

    /// Adds proposals, each with its author.
    mutating func add(_ label: String, proposals: [Proposal], _ people: People) {
        add(
            label,
            proposals.map { proposal in
                let text = Visible.escaping(ValueText.inline(proposal.proposed.value))
                let who = Visible.escaping(ReviewScreen.maker(of: proposal, people))
                return PaintedText([.init(text), .init(" (\(who))", .dim)])
            })
    }
}
