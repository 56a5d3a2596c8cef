/// A text on the current screen.
public struct ScreenText: Sendable, Hashable, Identifiable {
    /// The section and key.
    public let identifier: TextIdentifier
    /// The text shown by the first component with this identifier.
    public let text: String
    /// True if this installation has a proposal for the text.
    public let hasOwnProposal: Bool

    /// The section and key.
    public var id: TextIdentifier { identifier }
}

extension LocalizationWrapper {
    /// The texts of the live components on the screen.
    ///
    /// Each text is listed once, in the order in which the components were localized.
    public var screenTexts: [ScreenText] {
        var seen: Set<TextIdentifier> = []
        return liveItems.filter {
            $0.component.isOnScreen && seen.insert($0.identifier).inserted
        }.map { item in
            ScreenText(
                identifier: item.identifier,
                text: text(for: item.identifier, with: item.values)
                    ?? item.identifier.description,
                hasOwnProposal: hasOwnProposal(for: item.identifier))
        }
    }
}
