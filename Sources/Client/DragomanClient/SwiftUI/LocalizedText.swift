#if canImport(SwiftUI)
public import SwiftUI

/// A view that shows one of the app's texts.
///
/// It also shows the tester's own proposals, and can be selected in the edit mode. Its colour and
/// its reaction to taps can be verified only on a device; this library's tests only check that the
/// types compile.
public struct LocalizedText: View {
    @State private var component: ObservedText
    private let request: Request

    private struct Request: Equatable {
        let identifier: TextIdentifier
        let values: TextValues
    }

    /// Creates a view for an identifier's text, using a wrapper or ``LocalizationWrapper/shared``.
    ///
    /// `count` selects the plural form, `context` selects a form such as `friend_male`, and
    /// `arguments` fill `{{placeholders}}`.
    public init(
        _ identifier: TextIdentifier, count: Int? = nil, ordinal: Bool = false,
        context: String? = nil, arguments: [String: Argument] = [:],
        in wrapper: LocalizationWrapper? = nil
    ) {
        let values = TextValues(
            count: count, ordinal: ordinal, context: context, arguments: arguments)
        request = Request(identifier: identifier, values: values)
        _component = State(
            initialValue: ObservedText(
                identifier, with: values, in: wrapper ?? LocalizationWrapper.shared))
    }

    /// The text, with the colour of its mark.
    public var body: some View {
        content
            .onAppear { component.isOnScreen = true }
            .onDisappear { component.isOnScreen = false }
            // The component outlives this view. It was created for the first identifier and values,
            // which may have changed since then.
            .onChange(of: request, initial: true) { _, request in
                component.show(request.identifier, with: request.values)
            }
    }

    @ViewBuilder private var content: some View {
        if let mark = component.editAppearance {
            Text(component.text).background(Color(mark)).onTapGesture { component.select() }
        } else {
            Text(component.text)
        }
    }
}

extension Color {
    /// The colour of a mark.
    init(_ mark: EditMark) {
        let color = mark.color
        self.init(red: color.red, green: color.green, blue: color.blue)
    }
}
#endif
