public import Observation

/// A component without a view: what it shows can be observed, as views of SwiftUI do.
@MainActor @Observable public final class ObservedText: EditableComponent {
    /// The text, or `section.key` before there is one.
    public private(set) var text: String
    /// The mark, or nil while the edit mode is not active.
    public var editAppearance: EditMark?

    /// Whether a view shows the text now; views set it.
    @ObservationIgnored public var isOnScreen = true

    @ObservationIgnored private weak var wrapper: LocalizationWrapper?

    /// Shows a text of a wrapper, now and whenever it changes.
    public init(
        _ identifier: TextIdentifier, with values: TextValues = TextValues(),
        in wrapper: LocalizationWrapper?
    ) {
        text = identifier.description
        self.wrapper = wrapper
        wrapper?.localize(self, for: identifier, with: values)
    }

    /// Shows another text, or the same one with other values.
    public func show(_ identifier: TextIdentifier, with values: TextValues) {
        wrapper?.localize(self, for: identifier, with: values)
    }

    /// Shows a text.
    public func showLocalized(_ text: String) { self.text = text }

    /// Notes the mark.
    public func show(_ mark: EditMark) { editAppearance = mark }

    /// Selects the text in the edit mode of the wrapper; what a tap on a marked text does.
    public func select() { wrapper?.editMode?.select(self) }
}
