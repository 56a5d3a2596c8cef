#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
public import UIKit

/// A multi-line editor for a proposed value.
///
/// It stays open until the value is accepted or the tester cancels. A refusal is shown above the
/// value. This behaviour can be verified only on a device.
public final class TextEditorController: UIViewController {
    private let mode: TextEditMode
    private let identifier: TextIdentifier
    private let message = UILabel(frame: .zero)
    private let input = UITextView(frame: .zero)

    /// Creates an editor for the text that was selected in the given edit mode.
    public init(mode: TextEditMode, identifier: TextIdentifier) {
        self.mode = mode
        self.identifier = identifier
        super.init(nibName: nil, bundle: nil)
        let wrapper = mode.wrapper
        title = identifier.description
        navigationItem.leftBarButtonItem = UIBarButtonItem(
            primaryAction: UIAction(title: wrapper.text(of: .cancel)) { [mode] _ in
                mode.deselect()
            })
        navigationItem.rightBarButtonItems = [
            UIBarButtonItem(
                primaryAction: UIAction(title: wrapper.text(of: .propose)) { [mode, input] _ in
                    let value = input.text ?? ""
                    Task { await mode.propose(value) }
                }),
            UIBarButtonItem(
                primaryAction: UIAction(title: wrapper.text(of: .showProposals)) { [mode] _ in
                    mode.deselect()
                    Task { await mode.openList(for: identifier) }
                }),
        ]
    }

    /// Not available, because the editor is not used in storyboards.
    public required init?(coder: NSCoder) { nil }

    /// Shows the text with its placeholders unfilled.
    public override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
        message.numberOfLines = 0
        message.textColor = .systemRed
        input.font = .preferredFont(forTextStyle: .body)
        input.text = mode.editedText
        view.addSubview(message)
        view.addSubview(input)
        input.becomeFirstResponder()
    }

    /// Places the value in the upper half of the screen, which the keyboard does not cover.
    public override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        let area = view.safeAreaLayoutGuide.layoutFrame.insetBy(dx: 16, dy: 8)
        let height = message.sizeThatFits(CGSize(width: area.width, height: area.height / 4)).height
        message.frame = CGRect(x: area.minX, y: area.minY, width: area.width, height: height)
        input.frame = CGRect(
            x: area.minX, y: area.minY + height, width: area.width,
            height: max(44, area.height / 2 - height))
    }

    /// Shows the reason for refusing the value, or hides it if `problem` is nil.
    public func show(problem: String?) {
        message.text = problem
        view.setNeedsLayout()
    }
}
#endif
