package import Texts
package import Translation

/// The subject of a step in a walk.
package enum WalkSubject: Hashable, Sendable {
    /// A proposal, which is accepted or rejected.
    case proposal(EventID)
    /// A string in a language, which receives a text.
    case unit(UnitID)
}

extension WalkSubject {
    /// The string in the language; nil for a proposal.
    package var unit: UnitID? {
        if case .unit(let unit) = self { unit } else { nil }
    }
}

/// A decision or comment in a walk, which is committed when the walk ends.
package struct WalkStep: Sendable {
    package let subject: WalkSubject
    /// The decision or comment.
    package let action: Action

    /// The possible decisions and comments.
    package enum Action: Sendable {
        /// Accepts the proposal, optionally with another text.
        case accept(value: Value?, isForced: Bool, rejectsOthers: Bool = false)
        /// Rejects the proposal.
        case reject(code: ReasonCode?, reason: String?)
        /// Sets the text of the unit.
        case set(Value)
        /// Proposes the text for the unit.
        case propose(Value, origin: Origin = .human)
        /// Adds a comment.
        case comment(String)
    }

    package init(_ subject: WalkSubject, _ action: Action) {
        self.subject = subject
        self.action = action
    }

    /// Whether the step is a decision; a subject has at most one decision.
    package var isDecision: Bool {
        if case .comment = action { false } else { true }
    }

    /// The text in the step; nil if it uses the proposed text or sets no text.
    package var value: Value? {
        switch action {
        case .accept(let value, _, _): value
        case .set(let value), .propose(let value, _): value
        case .reject, .comment: nil
        }
    }

    /// The command that carries out the step; nil if the action does not apply to the subject.
    package var command: Command? {
        switch (subject, action) {
        case (.proposal(let id), .accept(let value, let isForced, let rejectsOthers)):
            .accept(
                [id],
                AcceptOptions(value: value, rejectsOthers: rejectsOthers, isForced: isForced))
        case (.proposal(let id), .reject(let code, let reason)):
            .reject([id], code: code, reason: reason)
        case (.proposal(let id), .comment(let text)): .comment(.proposal(id), text)
        case (.unit(let unit), .set(let value)): .setText(unit.locale, unit.string, value)
        case (.unit(let unit), .propose(let value, let origin)):
            .propose(unit.locale, unit.string, ProposeOptions(value: value, origin: origin))
        case (.unit(let unit), .comment(let text)): .comment(.unit(unit), text)
        default: nil
        }
    }
}

/// Unfinished input for a subject without a decision.
package enum WalkDraft: Sendable {
    /// The first forms of a choice, in the order in which they are requested.
    case forms([(name: String, text: String)])
    /// A whole value that was not accepted, such as one in which the checks found errors.
    case value(Value)
}

/// An entry in the journal of a walk.
package enum WalkEntry: Sendable {
    /// Takes a step; a decision replaces the subject's previous one.
    case take(WalkStep)
    /// Undoes the decision on a subject because another decision replaced it; comments stay.
    case undo(WalkSubject)
    /// Replaces the draft on a subject; nil discards it.
    case draft(WalkSubject, WalkDraft?)
    /// Undoes all decisions and comments on a subject.
    case forget(WalkSubject)
}
