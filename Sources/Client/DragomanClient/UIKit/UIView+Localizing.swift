#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
public import UIKit

/// The view properties that marking changes.
public struct UIViewEditAppearance {
    fileprivate let backgroundColor: UIColor?
    fileprivate let isUserInteractionEnabled: Bool
}

extension EditableComponent where Self: UIView {
    /// The background colour, and whether the view accepts interaction.
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

    /// Colours the background and disables interaction, because ``TextEditModeController`` handles
    /// the taps.
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

extension LocalizableComponent where Self: UIView {
    /// True if the view is in a window and within its bounds, and neither the view nor a superview
    /// is hidden.
    public var isOnScreen: Bool {
        guard let window else { return false }
        var view: UIView? = self
        while let shown = view {
            if shown.isHidden || shown.alpha < 0.01 { return false }
            view = shown.superview
        }
        return convert(bounds, to: nil).intersects(window.bounds)
    }
}

// `@objc` allows subclasses to override a method in an extension.

extension UILabel: EditableComponent {
    /// Sets the text.
    ///
    /// Subclasses can override this method.
    @objc open dynamic func showLocalized(_ text: String) { self.text = text }
}

extension UIButton: EditableComponent {
    /// Sets the title for the normal state.
    ///
    /// Subclasses can override this method.
    @objc open dynamic func showLocalized(_ text: String) { setTitle(text, for: .normal) }
}

extension UITextField: EditableComponent {
    /// Sets the placeholder, because the text itself is user input.
    ///
    /// Subclasses can override this method.
    @objc open dynamic func showLocalized(_ text: String) { placeholder = text }
}

extension UITextView: EditableComponent {
    /// Sets the text.
    ///
    /// Subclasses can override this method.
    @objc open dynamic func showLocalized(_ text: String) { self.text = text }
}
#endif
