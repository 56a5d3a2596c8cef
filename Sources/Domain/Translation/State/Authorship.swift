import Texts

/// Tells whether people or a machine wrote a text.
///
/// The rules are in section 9 of docs/internals/data-model.md.
public enum Authorship: Sendable, Hashable {
    /// People wrote the text.
    case people
    /// A machine had proposed exactly this text, and nobody had written it before.
    ///
    /// The value is the name of the machine; `memory` is the translation memory.
    case machine(String)
    /// A person edited a machine's text when accepting it.
    case edited

    /// True for a text that a machine wrote and nobody edited.
    public var isMachine: Bool {
        if case .machine = self { true } else { false }
    }
}

/// The event that set a text, with the text's authorship and review.
public struct Attribution: Sendable, Hashable {
    /// The event that set the text.
    public let event: EventID
    /// Tells who wrote the text.
    public let authorship: Authorship
    /// True if the text was reviewed and has not been flagged since.
    public let isReviewed: Bool

    /// Creates an attribution.
    public init(event: EventID, authorship: Authorship, isReviewed: Bool) {
        self.event = event
        self.authorship = authorship
        self.isReviewed = isReviewed
    }
}

/// The proposals and texts of a unit, from which the authorship of its texts follows.
///
/// It is empty unless a machine made one of the proposals.
struct Wordings: Sendable {
    private var events: [Event] = []

    /// Selects the proposals and texts from a unit's events, which must be sorted by id.
    init(_ sorted: [Event]) {
        guard sorted.count > 1, sorted.contains(where: { $0.proposed?.origin.machine != nil })
        else { return }
        events = sorted.filter { $0.wording != nil }
    }

    /// Returns the authorship of a text that copies no other text.
    ///
    /// The first event with the text decides, undone or not.
    func authorship(of event: Event) -> Authorship {
        guard !events.isEmpty, let wording = event.wording else { return .people }
        let first = events.first { $0.wording == wording }
        if let machine = first?.proposed?.origin.machine { return .machine(machine) }
        guard case .proposalAccepted(let acceptance)? = first?.payload else { return .people }
        let accepted = events.first { $0.id == acceptance.proposal }
        return accepted?.proposed?.origin.machine == nil ? .people : .edited
    }
}

extension Event {
    /// The text that the event proposes or sets.
    fileprivate var wording: Value? { proposed?.value ?? payload.text }

    /// The proposed text, if the event is a proposal.
    fileprivate var proposed: ProposedText? {
        if case .proposalMade(let proposed) = payload { proposed } else { nil }
    }
}
