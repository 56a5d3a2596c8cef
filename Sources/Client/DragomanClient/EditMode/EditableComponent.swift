/// A component that can be marked while the edit mode is active.
@MainActor public protocol EditableComponent: LocalizableComponent {
    /// The colours and the interaction that marking changes.
    associatedtype EditAppearance
    /// The current appearance of the component, and whether it accepts interaction.
    var editAppearance: EditAppearance { get set }

    /// Shows that the component's text can be proposed for, and keeps the component from acting when it is tapped.
    func show(_ mark: EditMark)
}

extension EditableComponent {
    /// Returns a function that restores the present appearance, unless the component is gone by then.
    func restoration() -> @MainActor () -> Void {
        let appearance = editAppearance
        return { [weak self] in self?.editAppearance = appearance }
    }
}

/// The mark on a component.
public enum EditMark: Sendable, Hashable, CaseIterable {
    /// The text can be proposed for: yellow.
    case proposable
    /// The installation has a proposal for the text: blue.
    case ownProposal

    /// The colour in sRGB, each part from 0 to 1.
    public var color: (red: Double, green: Double, blue: Double) {
        switch self {
        case .proposable: (1, 0.9, 0.35)
        case .ownProposal: (0.35, 0.6, 1)
        }
    }
}

/// The number of proposals for an app.
public struct ProposalSummary: Sendable, Hashable {
    /// The number of open proposals of everybody, as far as is known.
    public let all: Int
    /// The number of those that this installation made.
    public let own: Int
}

/// A snapshot of the edit mode.
public struct TextEditModeState: Sendable, Hashable {
    /// Whether components are marked and can be selected.
    public var isActive = false
    /// Grows whenever ``TextEditMode/highlighted`` changes because a component was marked.
    public var markRevision = 0
    /// The text that a value is being entered for.
    public var selected: TextIdentifier?
    /// The value that was refused for the selected text, so that the tester can correct it.
    public var draft: String?
    /// The list of proposals that is open.
    public var list: ProposalList?
    /// The list of the texts on the screen, if it is open.
    public var screen: [ScreenText]?
    /// Proposals that the server refused when they were sent later, and that the tester has not dismissed, oldest first.
    public var refusals: [ProposalRefusal] = []
    /// The summary that is shown after the mode ended.
    public var summary: ProposalSummary?
    /// The last error; nil after the next success.
    public var problem: ProposalError?

    /// Creates the state before the mode was started.
    public init() {}
}

/// A list of proposals.
public struct ProposalList: Sendable, Hashable {
    /// The text that it is about, or nil for all.
    public var identifier: TextIdentifier?
    /// The proposals by section and key.
    public var groups: [ProposalGroup]
}
