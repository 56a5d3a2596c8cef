public import Texts
public import Translation

/// What a step of a walk is about.
public enum WalkSubject: Hashable, Sendable {
    /// A proposal, which is accepted or turned down.
    case proposal(EventID)
    /// A string in a language, which gets a text.
    case unit(UnitID)
}

extension WalkSubject {
    /// The string in a language, if it is one.
    public var unit: UnitID? {
        if case .unit(let unit) = self { unit } else { nil }
    }
}

/// Something that was decided or said on a walk, and that its end will commit.
public struct WalkStep: Sendable {
    /// What it is about.
    public let subject: WalkSubject
    /// What was decided or said.
    public let action: Action

    /// What can be decided or said.
    public enum Action: Sendable {
        /// The proposal is accepted, perhaps with another text.
        case accept(value: Value?, isForced: Bool, rejectsOthers: Bool = false)
        /// The proposal is turned down.
        case reject(code: ReasonCode?, reason: String?)
        /// The unit gets this text.
        case set(Value)
        /// This text is proposed for the unit.
        case propose(Value, origin: Origin = .human)
        /// Something is said.
        case comment(String)
    }

    /// States a step.
    public init(_ subject: WalkSubject, _ action: Action) {
        self.subject = subject
        self.action = action
    }

    /// Whether the step decides, so that there is one of its kind for each subject.
    public var isDecision: Bool {
        if case .comment = action { false } else { true }
    }

    /// The text that the step would make the string's own; `nil` where that is the proposed one, or none.
    public var value: Value? {
        switch action {
        case .accept(let value, _, _): value
        case .set(let value), .propose(let value, _): value
        case .reject, .comment: nil
        }
    }

    /// The command that carries the step out; `nil` for an action that its subject cannot have.
    public var command: Command? {
        switch (subject, action) {
        case (.proposal(let id), .accept(let value, let isForced, let rejectsOthers)):
            .accept(
                [id],
                Accepting(value: value, rejectsOthers: rejectsOthers, isForced: isForced))
        case (.proposal(let id), .reject(let code, let reason)):
            .reject([id], code: code, reason: reason)
        case (.proposal(let id), .comment(let text)): .comment(.proposal(id), text)
        case (.unit(let unit), .set(let value)): .setText(unit.locale, unit.string, value)
        case (.unit(let unit), .propose(let value, let origin)):
            .propose(unit.locale, unit.string, Proposing(value: value, origin: origin))
        case (.unit(let unit), .comment(let text)): .comment(.unit(unit), text)
        default: nil
        }
    }
}

/// What somebody typed for a subject without having decided on it.
public enum WalkDraft: Sendable {
    /// The first forms of a choice, in the order in which they are asked for.
    case forms([(name: String, text: String)])
    /// A whole value that was not taken, such as one in which the checks found errors.
    case value(Value)
}

/// What is written down on a walk: a step that is taken, or taken back.
public enum WalkEntry: Sendable {
    /// Takes a step; a decision takes the place of the subject's former one.
    case take(WalkStep)
    /// Takes the decision on a subject back because another one took its place; what was said about it stays.
    case undo(WalkSubject)
    /// Keeps what was typed for a subject so far in place of what was kept before; `nil` forgets it.
    case draft(WalkSubject, WalkDraft?)
    /// Takes back all that was decided and said about a subject.
    case forget(WalkSubject)
}
