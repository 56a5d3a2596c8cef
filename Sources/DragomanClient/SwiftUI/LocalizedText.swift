#if canImport(SwiftUI)
public import SwiftUI

/// A text of the app, which shows own proposals and can be selected in the edit mode.
///
/// That it is coloured and that taps select it is seen on a device only; the tests of this library check the types.
public struct LocalizedText: View {
    @State private var component: ObservedText

    /// Shows the text of an identifier, by a wrapper or else by ``LocalizationWrapper/shared``.
    public init(_ identifier: TextIdentifier, in wrapper: LocalizationWrapper? = nil) {
        _component = State(
            initialValue: ObservedText(identifier, in: wrapper ?? LocalizationWrapper.shared))
    }

    /// The text, with the colour of its mark.
    public var body: some View {
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
