#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
public import UIKit

/// What marking changes of a view.
public struct UIViewEditAppearance {
    fileprivate let backgroundColor: UIColor?
    fileprivate let isUserInteractionEnabled: Bool
}

extension EditableComponent where Self: UIView {
    /// The background colour, and whether the view takes part in interaction.
    public var editAppearance: UIViewEditAppearance {
        get {
            UIViewEditAppearance(
                backgroundColor: backgroundColor,
                isUserInteractionEnabled: isUserInteractionEnabled)
        }
        set {
            backgroundColor = newValue.backgroundColor
            isUserInteractionEnabled = newValue.isUserInteractionEnabled
        }
    }

    /// Colours the background, and switches interaction off: ``EditModeController`` takes the taps.
    public func show(_ mark: EditMark) {
        backgroundColor = UIColor(mark)
        isUserInteractionEnabled = false
    }
}

extension UIColor {
    /// The colour of a mark.
    convenience init(_ mark: EditMark) {
        let color = mark.color
        self.init(red: color.red, green: color.green, blue: color.blue, alpha: 1)
    }
}

extension UILabel: EditableComponent {
    /// Sets the text.
    public func showLocalized(_ text: String) { self.text = text }
}

extension UIButton: EditableComponent {
    /// Sets the title of the normal state.
    public func showLocalized(_ text: String) { setTitle(text, for: .normal) }
}

extension UITextField: EditableComponent {
    /// Sets the placeholder: the text is what a person enters.
    public func showLocalized(_ text: String) { placeholder = text }
}

extension UITextView: EditableComponent {
    /// Sets the text.
    public func showLocalized(_ text: String) { self.text = text }
}
#endif
