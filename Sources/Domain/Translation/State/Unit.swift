public import Texts

/// The folded state of one string in one language: its text, its proposals, its review.
///
/// In the source language, the text is the definition's text. The same events result in the same
/// unit, whatever their order.
public struct Unit: Sendable {
    /// The language.
    public let locale: LanguageTag
    /// The string.
    public let string: StringID
    /// The heads of the text's register or, in the source language, of the definition's register.
    public let register: Register
    /// The current text, or `nil` if there is none or it was removed.
    public let text: TextState?
    /// The last reviewed text, which may be older than ``text``.
    public let reviewedText: TextState?
    /// The last text that is not a machine's, which may be older than ``text``.
    public let humanText: TextState?
    /// The last reviewed text that is not a machine's.
    public let humanReviewedText: TextState?
    /// The proposals, ascending by id.
    public let proposals: [Proposal]
    /// The comments and silenced checks that were not reverted, ascending by id.
    public let remarks: [Event]
    /// The definitions that the unit's texts are compared to.
    public let definitions: DefinitionHistory
    /// The names of the checks that are silenced for the string in the language.
    public var silencedChecks: Set<Value.Text> {
        Set(
            remarks.compactMap { event in
                guard case .checkSilenced(let check, _) = event.payload else { return nil }
                return Value.Text(check)
            })
    }
    private let eventsByID: SubjectEvents
    private let undoing: Undoing

    /// Folds the events of one subject.
    ///
    /// `source` contains the string's definitions if the unit is a translation, and is `nil` in the
    /// source language. `credit` returns the credit of copied texts and proposals. The events must
    /// not include aliases (see ``Aliases``) and may be in any order. The main cost is sorting the
    /// events.
    public init(
        locale: LanguageTag, string: StringID, events: [Event], source: DefinitionHistory?,
        credit: (EventID) -> Credit?
    ) {
        let byID = SubjectEvents(events)
        let events = byID.sorted
        let undoing = Undoing(events)
        let review = Review(events, undoing: undoing)
        let definitions = source ?? DefinitionHistory(events: events)
        let register =
            source == nil
            ? definitions.register
            : Register(events: events.filter(\.isTextOrRemoval), definitionsWin: false) {
                $0.payload.text?.json
            }
        let isSource = source == nil
        func state(_ id: EventID) -> TextState? {
            guard let event = byID[id],
                let value = isSource ? definitions[id]?.value : event.payload.text
            else { return nil }
            let own = review.credit(
                of: event, copied: event.copies.flatMap(credit), isOfSource: isSource)
            return TextState(
                event: event, value: value, author: own.author, reviewer: own.reviewer,
                isReviewed: isSource || own.isReviewed, isFlagged: !isSource && own.isFlagged,
                isStale: isSource ? false : definitions.isStale(madeFor: event.source),
                authorship: own.authorship)
        }
        let text = register.current.flatMap(state)
        func known(_ id: EventID) -> TextState? { id == register.current ? text : state(id) }
        func last(where condition: (TextState) -> Bool) -> TextState? {
            Self.lastHead(from: register.heads, in: byID, undoing: undoing) { id in
                known(id).map(condition) ?? true
            }.flatMap(known)
        }
        let reviewed = isSource ? text : last(where: \.isReviewed)
        let mustLeave = { (text: TextState?) in !isSource && text?.authorship.isMachine == true }
        self.locale = locale
        self.string = string
        self.register = register
        self.definitions = definitions
        self.text = text
        reviewedText = reviewed
        humanText = mustLeave(text) ? last { !$0.authorship.isMachine } : text
        humanReviewedText =
            mustLeave(reviewed) ? last { $0.isReviewed && !$0.authorship.isMachine } : reviewed
        proposals =
            events.contains(where: \.isProposal)
            ? ProposalFold(
                byID, undoing: undoing, heads: RestoredHeads(register.heads, in: byID),
                definitions: source
            ).proposals(credit: credit) : []
        remarks = events.filter { $0.isRemark && !undoing.isUndone($0.id) }
        eventsByID = byID
        self.undoing = undoing
    }

    /// Returns an event of the unit by its id.
    public subscript(id: EventID) -> Event? { eventsByID[id] }

    /// All events of the unit, ascending by id.
    public var events: [Event] { eventsByID.sorted }

    /// Returns the id of the effective event that undoes an event of the unit, if any.
    public func undoer(of id: EventID) -> EventID? { undoing.undoer(of: id) }

    /// Returns the proposal with an id, in logarithmic time.
    public func proposal(_ id: EventID) -> Proposal? { proposals.element(withID: id, at: \.id) }

    /// Returns a guid's open proposal.
    ///
    /// A guid has at most one open proposal in a unit.
    public func openProposal(of guid: HashedGuid) -> Proposal? {
        proposals.last { $0.state == .open && $0.proposed.guid == guid }
    }

    /// Returns the id of the last text or removal that meets a condition.
    ///
    /// Follows `base` and `over` from each head back to the nearest text or removal that meets the
    /// condition and is not undone. Of the ids found, the greatest is returned.
    private static func lastHead(
        from heads: [EventID], in events: SubjectEvents, undoing: Undoing,
        where condition: (EventID) -> Bool
    ) -> EventID? {
        var found: EventID?
        var visited: Set<EventID> = []
        var waiting = heads
        while let id = waiting.popLast() {
            guard visited.insert(id).inserted, let event = events[id] else { continue }
            if event.isTextOrRemoval, !undoing.isUndone(id), condition(id) {
                found = max(found ?? id, id)
            } else {
                waiting += [event.base].compactMap(\.self) + event.over
            }
        }
        return found
    }
}

/// A text that is or was in effect, with its author and review.
///
/// This is a class because it is passed around often and never changes.
public final class TextState: Sendable {
    /// The event that set the text.
    public let event: Event
    /// The text as a value.
    public let value: Value
    /// The author, if known.
    ///
    /// For an accepted text, this is the author of the proposal.
    public let author: Actor?
    /// The person who last reviewed the text, if known.
    ///
    /// If nobody reviewed the text, this is the person who accepted it.
    public let reviewer: Actor?
    /// True if the text was reviewed and has not been flagged since.
    public let isReviewed: Bool
    /// True if the text is flagged as needing work.
    public let isFlagged: Bool
    /// True if the source text has changed since the text was made.
    public let isStale: Bool
    /// Tells who wrote the text.
    ///
    /// Only a unit with all proposals knows this.
    public let authorship: Authorship

    /// The id of the event that set the text.
    public var id: EventID { event.id }

    init(
        event: Event, value: Value, author: Actor?, reviewer: Actor?, isReviewed: Bool,
        isFlagged: Bool, isStale: Bool, authorship: Authorship
    ) {
        self.event = event
        self.value = value
        self.author = author
        self.reviewer = reviewer
        self.isReviewed = isReviewed
        self.isFlagged = isFlagged
        self.isStale = isStale
        self.authorship = authorship
    }
}

extension Payload {
    /// The text that the event sets.
    public var text: Value? {
        switch self {
        case .translationSet(let value): value
        case .proposalAccepted(let acceptance): acceptance.value
        case .stringDefined(let definition): definition.value
        default: nil
        }
    }
}

extension Event {
    /// True if the event is a comment or silences a check.
    var isRemark: Bool {
        switch payload {
        case .commentAdded, .checkSilenced: true
        default: false
        }
    }

    /// True if the event proposes a text.
    var isProposal: Bool {
        if case .proposalMade = payload { true } else { false }
    }
}
