#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
public import UIKit

/// Shows a ``TextEditMode`` in a window.
///
/// Handles taps on marked components, asks for values, and shows the lists and the summary. All
/// actions are forwarded to the mode. The behaviour of taps, shakes, swipes and presentations can
/// be verified only on a device; this library's tests only check that the types compile.
@MainActor public final class TextEditModeController {
    private let mode: TextEditMode
    private weak var window: UIWindow?
    private var overlay: EditOverlay?
    private var summary: UIButton?
    private var presented: (screen: Screen, controller: UIViewController)?
    private var isDismissing = false
    private var rendering: Task<Void, Never>?

    /// The screens that can be presented above the app, one at a time.
    private enum Screen: Equatable {
        case editor(TextIdentifier)
        case proposals
        case texts
        case refusal(ProposalRefusal)
    }

    /// Observes a mode, and shows it in a window until the controller is released.
    public init(mode: TextEditMode, window: UIWindow) {
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
    /// Call it from `motionEnded(_:with:)` of the window or of a view controller, or use
    /// ``ShakeWindow``. This behaviour can be verified only on a device.
    public func motionEnded(_ motion: UIEvent.EventSubtype) {
        if motion == .motionShake { mode.toggle() }
    }

    private func render(_ state: TextEditModeState) {
        renderOverlay(isActive: state.isActive)
        renderSummary(state.summary)
        renderScreen(state)
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
        new.show(mode)
        window.addSubview(new)
        overlay = new
    }

    // MARK: Summary

    private func renderSummary(_ counts: ProposalSummary?) {
        summary?.removeFromSuperview()
        summary = nil
        guard let counts, let window else { return }
        let button = UIButton(
            primaryAction: UIAction(title: mode.wrapper.text(of: counts)) { [mode] _ in
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

    // MARK: Screens

    /// Presents the screen for the state.
    ///
    /// Dismisses any other screen first.
    private func renderScreen(_ state: TextEditModeState) {
        guard !isDismissing else { return }
        let wanted = Self.wanted(state)
        if let presented {
            guard presented.screen != wanted else {
                return update(presented.controller, state)
            }
            self.presented = nil
            // UIKit has already dismissed an alert if one of its buttons was tapped.
            guard presented.controller.presentingViewController != nil else {
                return renderScreen(mode.state)
            }
            isDismissing = true
            presented.controller.dismiss(animated: true) { [weak self] in
                guard let self else { return }
                self.isDismissing = false
                self.renderScreen(self.mode.state)
            }
            return
        }
        guard let wanted else { return }
        let controller = controller(for: wanted)
        presented = (wanted, controller)
        update(controller, state)
        present(controller)
    }

    private static func wanted(_ state: TextEditModeState) -> Screen? {
        if let identifier = state.selected { return .editor(identifier) }
        if state.list != nil { return .proposals }
        if state.screen != nil { return .texts }
        return state.refusals.first.map(Screen.refusal)
    }

    private func controller(for screen: Screen) -> UIViewController {
        switch screen {
        case .editor(let identifier):
            enclosed(TextEditorController(mode: mode, identifier: identifier))
        case .proposals: enclosed(ProposalListController(mode: mode))
        case .texts: enclosed(ScreenListController(mode: mode))
        case .refusal(let refusal): alert(about: refusal)
        }
    }

    private func enclosed(_ controller: UIViewController) -> UIViewController {
        let navigation = UINavigationController(rootViewController: controller)
        navigation.modalPresentationStyle = .overFullScreen
        return navigation
    }

    private func update(_ controller: UIViewController, _ state: TextEditModeState) {
        let problem = state.problem.map { mode.wrapper.text(of: $0) }
        switch (controller as? UINavigationController)?.topViewController {
        case let editor as TextEditorController: editor.show(problem: problem)
        case let list as ProposalListController:
            list.show(state.list?.groups ?? [], problem: problem)
        case let list as ScreenListController: list.show(state.screen ?? [])
        default: break
        }
    }

    private func alert(about refusal: ProposalRefusal) -> UIViewController {
        let wrapper = mode.wrapper
        let alert = UIAlertController(
            title: wrapper.text(of: .refusedTitle), message: wrapper.text(of: refusal),
            preferredStyle: .alert)
        alert.addAction(
            UIAlertAction(title: wrapper.text(of: .edit), style: .default) { [mode] _ in
                Task { await mode.edit(refusal) }
            })
        alert.addAction(
            UIAlertAction(title: wrapper.text(of: .dismiss), style: .cancel) { [mode] _ in
                Task { await mode.dismiss(refusal) }
            })
        return alert
    }

    private func present(_ controller: UIViewController) {
        var top = window?.rootViewController
        while let next = top?.presentedViewController { top = next }
        top?.present(controller, animated: true)
    }
}

/// A window that starts or ends the edit mode when the device is shaken.
///
/// This behaviour can be verified only on a device.
open class ShakeWindow: UIWindow {
    /// The edit mode, if there is one.
    public var editMode: TextEditMode?

    /// Starts or ends the mode if the motion is a shake.
    open override func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        if motion == .motionShake { editMode?.toggle() }
        super.motionEnded(motion, with: event)
    }
}

/// A view that covers the app, and handles taps on marked components and on a button for the list
/// of texts.
final class EditOverlay: UIView {
    private var mode: TextEditMode?
    private var button: UIButton?

    func show(_ mode: TextEditMode) {
        self.mode = mode
        let button = UIButton(
            primaryAction: UIAction(title: mode.wrapper.text(of: .textsOnScreen)) { [mode] _ in
                mode.openScreenList()
            })
        button.backgroundColor = UIColor(.proposable)
        let height = 44.0
        button.frame = CGRect(
            x: 0, y: bounds.height - height, width: bounds.width, height: height)
        button.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
        addSubview(button)
        self.button = button
    }

    override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        button?.frame.contains(point) == true || component(at: point) != nil
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let point = touches.first?.location(in: self), let found = component(at: point)
        else { return }
        mode?.select(found)
    }

    /// Returns the marked component at a point.
    ///
    /// If there are several, returns the component that was localized last.
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
