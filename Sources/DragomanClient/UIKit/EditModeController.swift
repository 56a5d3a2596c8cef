#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
public import UIKit

/// Shows an ``EditMode`` in a window: takes the taps on marked components, asks for values, shows the list and the summary.
///
/// It only forwards to the mode. That taps, the shake, the swipe and the presentation behave as described is seen on a device only;
/// the tests of this library check the types.
@MainActor public final class EditModeController {
    private let mode: EditMode
    private weak var window: UIWindow?
    private var overlay: EditOverlay?
    private var summary: UIButton?
    private weak var editor: UIAlertController?
    private weak var list: ProposalListController?
    private var rendering: Task<Void, Never>?

    /// Follows a mode, and shows it in a window until the controller is released.
    public init(mode: EditMode, window: UIWindow) {
        self.mode = mode
        self.window = window
        rendering = Task { [weak self, states = mode.states] in
            for await state in states {
                guard let self else { return }
                self.render(state)
            }
        }
    }

    deinit { rendering?.cancel() }

    /// Starts or ends the mode if the motion is a shake.
    ///
    /// Device only: call it from `motionEnded(_:with:)` of the window or of a view controller, or use ``ShakeWindow``.
    public func motionEnded(_ motion: UIEvent.EventSubtype) {
        if motion == .motionShake { mode.toggle() }
    }

    private func render(_ state: EditModeState) {
        renderOverlay(isActive: state.isActive)
        renderEditor(state)
        renderList(state.list)
        renderSummary(state.summary)
    }

    // MARK: Taps

    private func renderOverlay(isActive: Bool) {
        guard isActive, let window else {
            overlay?.removeFromSuperview()
            overlay = nil
            return
        }
        guard overlay == nil else { return }
        let new = EditOverlay(frame: window.bounds)
        new.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        new.mode = mode
        window.addSubview(new)
        overlay = new
    }

    // MARK: Editor

    private func renderEditor(_ state: EditModeState) {
        guard let identifier = state.selected else {
            editor?.dismiss(animated: true)
            editor = nil
            return
        }
        if let editor {
            editor.message = state.problem.map { "\($0)" }
            return
        }
        let alert = UIAlertController(
            title: identifier.description, message: nil, preferredStyle: .alert)
        alert.addTextField { [mode] field in field.text = mode.wrapper.text(for: identifier) }
        alert.addAction(
            UIAlertAction(title: "Propose", style: .default) { [mode, weak alert] _ in
                let value = alert?.textFields?.first?.text ?? ""
                Task {
                    await mode.propose(value)
                    // The alert is gone, also if the value was refused.
                    mode.deselect()
                }
            })
        alert.addAction(
            UIAlertAction(title: "Show proposals", style: .default) { [mode] _ in
                mode.deselect()
                Task { await mode.openList(for: identifier) }
            })
        alert.addAction(
            UIAlertAction(title: "Cancel", style: .cancel) { [mode] _ in mode.deselect() })
        editor = alert
        present(alert)
    }

    // MARK: List

    private func renderList(_ proposals: ProposalList?) {
        guard let proposals else {
            list?.dismiss(animated: true)
            list = nil
            return
        }
        if let list { return list.show(proposals.groups) }
        let new = ProposalListController(mode: mode)
        new.show(proposals.groups)
        let navigation = UINavigationController(rootViewController: new)
        navigation.modalPresentationStyle = .overFullScreen
        list = new
        present(navigation)
    }

    // MARK: Summary

    private func renderSummary(_ counts: ProposalSummary?) {
        summary?.removeFromSuperview()
        summary = nil
        guard let counts, let window else { return }
        let noun = counts.all == 1 ? "proposal" : "proposals"
        let button = UIButton(
            primaryAction: UIAction(
                title: "\(counts.all) \(noun), \(counts.own) of them yours. Show list"
            ) { [mode] _ in
                Task { await mode.openList() }
            })
        button.backgroundColor = UIColor(.proposable)
        let height = 64.0
        button.frame = CGRect(
            x: 0, y: window.bounds.height - height, width: window.bounds.width, height: height)
        button.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
        window.addSubview(button)
        summary = button
    }

    private func present(_ controller: UIViewController) {
        var top = window?.rootViewController
        while let next = top?.presentedViewController { top = next }
        top?.present(controller, animated: true)
    }
}

/// A window whose shake starts and ends the edit mode.
///
/// Device only.
open class ShakeWindow: UIWindow {
    /// The mode, if there is one.
    public var editMode: EditMode?

    /// Starts or ends the mode if the motion is a shake.
    open override func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        if motion == .motionShake { editMode?.toggle() }
        super.motionEnded(motion, with: event)
    }
}

/// Lies above everything, and takes the taps on marked components only.
final class EditOverlay: UIView {
    var mode: EditMode?

    override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        component(at: point) != nil
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let point = touches.first?.location(in: self), let found = component(at: point)
        else { return }
        mode?.select(found)
    }

    /// The marked component at a point; of several, the one that was localized last.
    private func component(at point: CGPoint) -> (any EditableComponent)? {
        mode?.highlighted.last { component, _ in
            guard let view = component as? UIView, view.window === window, !view.isHidden else {
                return false
            }
            return view.bounds.contains(view.convert(point, from: self))
        }?.component
    }
}
#endif
