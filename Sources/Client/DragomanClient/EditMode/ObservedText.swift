public import Observation

/// A component without a view.
///
/// Other code, such as SwiftUI views, can observe its text.
@MainActor @Observable public final class ObservedText: EditableComponent {
    /// The text, or `section.key` until a text is available.
    public private(set) var text: String
    /// The mark, or nil while the edit mode is not active.
    public var editAppearance: EditMark?

    /// True if a view currently shows the text.
    ///
    /// Views set this property.
    @ObservationIgnored public var isOnScreen = true

    @ObservationIgnored private weak var wrapper: LocalizationWrapper?

    /// Creates a component that shows a wrapper's text, now and after every change.
    public init(
        _ identifier: TextIdentifier, with values: TextValues = TextValues(),
        in wrapper: LocalizationWrapper?
    ) {
        text = identifier.description
        self.wrapper = wrapper
        wrapper?.localize(self, for: identifier, with: values)
    }

    /// Shows another text, or the same text with other values.
    public func show(_ identifier: TextIdentifier, with values: TextValues) {
        wrapper?.localize(self, for: identifier, with: values)
    }

    /// Replaces the shown text.
    public func showLocalized(_ text: String) { self.text = text }

    /// Sets the mark.
    public func show(_ mark: EditMark) { editAppearance = mark }

    /// Selects the text in the wrapper's edit mode, like a tap on a marked text.
    public func select() { wrapper?.editMode?.select(self) }
}
