/// The author and review of a text, including anything inherited from the text that it copies.
public struct Credit: Sendable, Equatable {
    /// The author of the text, if known.
    public let author: Actor?
    /// The person who last reviewed the text, if known.
    ///
    /// If nobody reviewed the text, this is the person who accepted it.
    public let reviewer: Actor?
    /// True if the text was reviewed and has not been flagged since.
    public let isReviewed: Bool
    /// True if the text is flagged as needing work.
    public let isFlagged: Bool
    /// Tells who wrote the text.
    public let authorship: Authorship
    /// The proposed text, if this is the credit of a proposal.
    ///
    /// Texts do not inherit it.
    public let proposed: ProposedText?
    /// True for a text in the source language.
    ///
    /// Copies in other languages inherit only its author.
    public let isOfSource: Bool

    /// Creates a credit, by default for a text in a language other than the source language.
    public init(
        author: Actor?, reviewer: Actor?, isReviewed: Bool, isFlagged: Bool,
        authorship: Authorship = .people, proposed: ProposedText? = nil, isOfSource: Bool = false
    ) {
        self.author = author
        self.reviewer = reviewer
        self.isReviewed = isReviewed
        self.isFlagged = isFlagged
        self.authorship = authorship
        self.proposed = proposed
        self.isOfSource = isOfSource
    }

    /// Returns the same credit with another author.
    func by(_ author: Actor?) -> Credit {
        Credit(
            author: author, reviewer: reviewer, isReviewed: isReviewed, isFlagged: isFlagged,
            authorship: authorship, proposed: proposed, isOfSource: isOfSource)
    }

    /// Returns the same credit with another authorship.
    func with(_ authorship: Authorship) -> Credit {
        Credit(
            author: author, reviewer: reviewer, isReviewed: isReviewed, isFlagged: isFlagged,
            authorship: authorship, proposed: proposed, isOfSource: isOfSource)
    }

    /// The credit without its review.
    ///
    /// A review in the source language does not apply to other languages.
    fileprivate var authorAlone: Credit {
        Credit(
            author: author, reviewer: nil, isReviewed: false, isFlagged: false,
            authorship: authorship)
    }

    /// Creates the credit of a proposal, with its original author.
    ///
    /// `copied` is the credit of the event that the proposal copies, because renaming a string
    /// copies its proposals. A proposal with a different text or guid does not count as a copy.
    public init(of proposed: ProposedText, madeBy event: Event, copied: Credit?) {
        let isCopy = copied?.proposed?.isRestated(by: proposed) ?? false
        self.init(
            author: isCopy ? copied?.author : event.actor, reviewer: nil, isReviewed: false,
            isFlagged: false, proposed: proposed)
    }
}

/// The reviews and flags for a string's texts in one language.
///
/// An accepted text counts as reviewed. A text that was set counts as reviewed only after someone
/// reviews it. A later flag cancels the review, until the text is reviewed again. “Later” means a
/// greater id.
struct Review {
    /// The latest review of each text.
    private var vouches: [EventID: (id: EventID, actor: Actor?)] = [:]
    /// The latest flag of each text.
    private var flags: [EventID: EventID] = [:]
    private let wordings: Wordings

    /// Reads the reviews from a unit's events, which must be sorted by id.
    init(_ events: [Event], undoing: Undoing) {
        wordings = Wordings(events)
        for event in events where !undoing.isUndone(event.id) {
            switch event.payload {
            case .translationReviewed(let text, _):
                if vouches[text].map({ $0.id < event.id }) ?? true {
                    vouches[text] = (event.id, event.actor)
                }
            case .translationFlagged(let text, _):
                flags[text] = max(flags[text] ?? event.id, event.id)
            default: break
            }
        }
    }

    /// Returns the credit of the text or proposal that `event` made.
    ///
    /// `copied` is the credit of the event that `event` copies. `isOfSource` is true if `event` is
    /// in the source language.
    func credit(of event: Event, copied: Credit?, isOfSource: Bool) -> Credit {
        if case .proposalMade(let proposed) = event.payload {
            return Credit(of: proposed, madeBy: event, copied: copied)
        }
        let copied = copied.flatMap { $0.proposed == nil ? $0 : nil }
            .map { $0.isOfSource && !isOfSource ? $0.authorAlone : $0 }
        var proposer: Actor?
        var accepter: Actor?
        var isAccepted = false
        if case .proposalAccepted(let acceptance) = event.payload {
            (proposer, accepter, isAccepted) = (acceptance.author, event.actor, true)
        }
        let vouch = vouches[event.id]
        let flag = flags[event.id]
        // The text's own last review or flag decides. If the text has neither, it inherits the flag
        // of the copied text.
        let isFlagged =
            vouch == nil && flag == nil
            ? copied?.isFlagged ?? false : Self.isLater(flag, vouch?.id)
        return Credit(
            author: proposer ?? copied?.author ?? event.actor,
            reviewer: vouch?.actor ?? accepter ?? copied?.reviewer,
            isReviewed: !isFlagged && (vouch != nil || isAccepted || copied?.isReviewed ?? false),
            isFlagged: isFlagged,
            authorship: copied?.authorship ?? wordings.authorship(of: event),
            isOfSource: isOfSource)
    }

    /// Returns the authorship of a text that copies no other text.
    func authorship(of event: Event) -> Authorship { wordings.authorship(of: event) }

    /// Returns true if there is a flag and no later review.
    private static func isLater(_ flag: EventID?, _ vouch: EventID?) -> Bool {
        guard let flag else { return false }
        return vouch.map { $0 < flag } ?? true
    }
}
