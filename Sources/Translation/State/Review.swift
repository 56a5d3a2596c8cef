/// Who is credited with a text and whether somebody stands for it, also when it was copied from elsewhere.
public struct Credit: Sendable, Equatable {
    /// Who wrote the text, where somebody is named.
    public let author: Actor?
    /// Whether it came through review and no later flag stands.
    public let isReviewed: Bool

    /// States a credit.
    public init(author: Actor?, isReviewed: Bool) {
        self.author = author
        self.isReviewed = isReviewed
    }
}

/// The vouching and flagging of the texts of one string in one language.
///
/// An accepted text is reviewed, a set one when somebody vouches for it; a later flag takes that away until
/// somebody vouches again. Later means a greater id.
struct Review {
    private var vouches: [EventID: [EventID]] = [:]
    private var flags: [EventID: [EventID]] = [:]

    init(_ events: [Event], undoing: Undoing) {
        for event in events where !undoing.isUndone(event.id) {
            switch event.payload {
            case .translationReviewed(let text, _): vouches[text, default: []].append(event.id)
            case .translationFlagged(let text, _): flags[text, default: []].append(event.id)
            default: break
            }
        }
    }

    /// The event that vouches last for a text.
    func lastVouch(for id: EventID) -> EventID? { vouches[id]?.max() }

    /// Whether the last word on the text is a flag.
    func isFlagged(_ id: EventID) -> Bool {
        guard let flag = flags[id]?.max() else { return false }
        return lastVouch(for: id).map { $0 < flag } ?? true
    }

    /// Whether somebody stands for the text of `event`; `copied` is the credit of what it copies.
    func isReviewed(_ event: Event, copied: Credit?) -> Bool {
        if isFlagged(event.id) { return false }
        if lastVouch(for: event.id) != nil { return true }
        if case .proposalAccepted = event.payload { return true }
        return copied?.isReviewed ?? false
    }
}
