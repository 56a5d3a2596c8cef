/// A component that can be marked while the edit mode is active.
@MainActor public protocol EditableComponent: LocalizableComponent {
    /// The appearance and interaction settings that marking changes.
    associatedtype EditAppearance
    /// The component's current appearance, and whether it accepts interaction.
    var editAppearance: EditAppearance { get set }

    /// Marks the component as editable, and prevents it from reacting to taps.
    func show(_ mark: EditMark)
}

extension EditableComponent {
    /// Returns a function that restores the current appearance if the component still exists.
    func restoration() -> @MainActor () -> Void {
        let appearance = editAppearance
        return { [weak self] in self?.editAppearance = appearance }
    }
}

/// The mark on a component.
public enum EditMark: Sendable, Hashable, CaseIterable {
    /// Proposals can be made for the text: yellow.
    case proposable
    /// This installation has a proposal for the text: blue.
    case ownProposal

    /// The sRGB colour, with components from 0 to 1.
    public var color: (red: Double, green: Double, blue: Double) {
        switch self {
        case .proposable: (1, 0.9, 0.35)
        case .ownProposal: (0.35, 0.6, 1)
        }
    }
}

/// The numbers of proposals for an app.
public struct ProposalSummary: Sendable, Hashable {
    /// The number of all known open proposals.
    public let all: Int
    /// The number of open proposals made by this installation.
    public let own: Int
}

/// A snapshot of the edit mode.
public struct TextEditModeState: Sendable, Hashable {
    /// True if components are marked and can be selected.
    public var isActive = false
    /// Increases whenever marking a component changes ``TextEditMode/highlighted``.
    public var markRevision = 0
    /// The text for which a value is being entered.
    public var selected: TextIdentifier?
    /// The refused value for the selected text, so that the tester can correct it.
    public var draft: String?
    /// The list of proposals, if it is open.
    public var list: ProposalList?
    /// The list of texts on the screen, if it is open.
    public var screen: [ScreenText]?
    /// The stored proposals that the server refused when they were sent later, oldest first.
    ///
    /// Refusals that the tester has dismissed are not included.
    public var refusals: [ProposalRefusal] = []
    /// The summary shown after the mode has ended.
    public var summary: ProposalSummary?
    /// The last error, or nil if an operation has succeeded since then.
    public var problem: ProposalError?

    /// Creates the initial state, before the mode is started.
    public init() {}
}

/// A list of proposals.
public struct ProposalList: Sendable, Hashable {
    /// The text whose proposals are listed, or nil for all texts.
    public var identifier: TextIdentifier?
    /// The proposals, grouped by section and key.
    public var groups: [ProposalGroup]
}
